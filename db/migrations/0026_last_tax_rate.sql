-- The form of a new order proposes the rate of sales tax that staff entered last for the shop's own state, in
-- live or test mode. Most orders have none, and all of them would be read to find it.
create index orders_last_tax_rate on orders (livemode, tax_state, created_at desc) where tax_rate is not null;
