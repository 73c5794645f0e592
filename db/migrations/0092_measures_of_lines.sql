-- Height by width of a piece as the catalog had it when it was ordered, in short: `19 × 19 mm`. Null where
-- the catalog had none, of pieces that staff described by hand, and of orders from before: what the
-- catalog says today may be of another piece.
alter table order_lines
  add column measures text
    constraint order_lines_measures check (measures ~ '\S' and char_length(measures) <= 60);
