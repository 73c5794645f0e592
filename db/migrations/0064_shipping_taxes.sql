-- Many states tax what is charged for shipping. Its tax is stored with that of the lines, so that both add up to
-- the tax of the sale in the ledger.

alter table order_taxes
  drop constraint order_taxes_pkey,
  -- Null: of the shipping of the order.
  alter column line drop not null,
  add foreign key (order_id) references orders;

create unique index order_taxes_line on order_taxes (order_id, line, position);
create unique index order_taxes_shipping on order_taxes (order_id, position) where line is null;
