-- Sales tax of a payment by bank. The payment page computes it by the address that is entered there, days
-- before the money comes, so what a wire must come to, and what a debit will charge, is known when the buyer
-- is done on that page, and kept with the order. Null: not said yet, or paid by card.
alter table orders add column page_tax_cents bigint check (page_tax_cents >= 0);
alter table orders add constraint orders_page_tax
  check (page_tax_cents is null or (with_tax and pay_by in ('debit', 'wire')));
