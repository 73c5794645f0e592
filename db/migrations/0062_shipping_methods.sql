-- How the buyer gets an order.
alter table orders
  add column shipping_method text not null default 'standard'
    check (shipping_method in ('standard', 'express', 'international', 'pickup')),
  add column shipping_cents bigint not null default 0 check (shipping_cents >= 0);
