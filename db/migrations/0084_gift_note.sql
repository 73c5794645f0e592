-- What goes with the pieces as a gift: plain text of the buyer, on the packing slip. Null: nothing.
alter table orders add column gift_note text
  constraint orders_gift_note_length check (char_length(gift_note) between 1 and 300);
