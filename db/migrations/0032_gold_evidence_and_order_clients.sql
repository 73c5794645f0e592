-- What speaks for the current gold price besides its source: the second source that agreed, and whether
-- the first one gave a time of its own (docs/decisions/004-gold-price-accept-hold-keep.md).
alter table gold_prices
  add column confirmed_by text,
  add column has_own_time boolean not null default true;

-- Whose unpaid orders are counted together: a keyed hash of the client's network, no address, and
-- cleared after a day (docs/decisions/031-open-orders.md).
alter table orders add column client_hash text check (char_length(client_hash) = 43);
create index orders_client on orders (client_hash, created_at) where client_hash is not null;
