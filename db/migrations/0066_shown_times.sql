-- When a piece comes into the shop and leaves it by itself (docs/decisions/056-scheduled-pieces.md). A job
-- does it at that time and clears it: what is shown is told by `active` alone, as ever.
alter table products
  add column shown_from timestamptz,
  add column shown_until timestamptz,
  add constraint products_shown_in_order check (shown_until > shown_from);

create index products_to_show on products (shown_from) where shown_from is not null;
create index products_to_hide on products (shown_until) where shown_until is not null;
