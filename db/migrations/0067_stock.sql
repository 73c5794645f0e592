-- breaking: an older program would sell counted pieces without counting them.
-- How many pieces of a product there are, where they are counted (docs/decisions/058-stock.md). The database
-- itself refuses more checkouts than pieces.
alter table products
  -- There and not sold yet; null: made to order, as many as wanted.
  add column pieces integer,
  -- What staff last entered: one of a kind is one of one.
  add column pieces_counted integer,
  -- Of those, in orders that are not paid yet.
  add column pieces_reserved integer not null default 0,
  add constraint products_pieces_counted check (pieces >= 0 and pieces_counted >= 0),
  add constraint products_pieces_both check ((pieces is null) = (pieces_counted is null)),
  add constraint products_pieces_reserved check (pieces_reserved >= 0 and pieces_reserved <= pieces);

create table stock_claims (
  order_id text not null references orders on delete cascade,
  -- No reference: what was sold stays readable when its product is gone.
  product_id text not null check (char_length(product_id) between 1 and 64),
  quantity integer not null check (quantity > 0),
  state text not null check (state in ('reserved', 'sold', 'released')),
  back integer not null default 0 check (back between 0 and quantity),
  kept boolean not null default false,
  at timestamptz not null,
  primary key (order_id, product_id),
  check (state = 'sold' or (back = 0 and not kept))
);
create index stock_claims_product on stock_claims (product_id) where state <> 'released';
