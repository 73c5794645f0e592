-- The buyer of an order whose refund is declined was told nothing. Staff may now write why, in a sentence for the
-- buyer: it is in the email about it and on the page of the order. Empty: they wrote none.
alter table orders add column not_refunded_note text not null default ''
  check (char_length(not_refunded_note) <= 500);
