-- Views, sources, and carts of a day by the shop's clock, in sums: no visitor, network address, or time is in them. The
-- program bounds the rows of a day, and deletes them after two years (privacy/jobs/purge.ts).
create table visit_counts (
  day date not null,
  -- `page`: views by path; `product`: views by the ID of the product; `source`: visits by where they came from;
  -- `cart`: carts begun.
  kind text not null check (kind in ('page', 'product', 'source', 'cart')),
  key text not null check (length(key) between 1 and 120),
  count integer not null check (count > 0),
  primary key (day, kind, key)
);
