-- Staff enter and correct the buyer's address until an order is sent. What was there before is kept
-- apart from the history, whose rows never change: it is erased with the buyer's data.
create table order_addresses (
  id bigint generated always as identity primary key,
  order_id text not null references orders (id),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  -- As they were until then; null where there was none, and in part once they are erased.
  email text,
  shipping_address jsonb check (jsonb_typeof(shipping_address) = 'object'),
  -- Which parts of them were changed, by name.
  changed text[] not null check (cardinality(changed) > 0),
  -- The sales tax of the order was computed by this address; the tax report goes by it.
  is_taxed boolean not null default false
);

create index order_addresses_order on order_addresses (order_id, id);
create unique index order_addresses_taxed on order_addresses (order_id) where is_taxed;

-- When the payment provider was last asked about an address, name or email address that is missing.
alter table orders add column buyer_asked_at timestamptz;
