-- The jeweler's side. The shop has one owner, but more than one pair of hands: who did what is kept,
-- and two people who edit one product are told of each other instead of one losing the work.

create table staff_log (
  id bigserial primary key,
  at timestamptz not null,
  -- The e-mail address of the admin, or the command that did it.
  by text not null check (by ~ '\S'),
  -- What was done, in a few words: `changed product`, `signed in`.
  deed text not null check (deed ~ '\S'),
  -- To what: a name, an order number. Never a secret.
  subject text not null default '',
  details text not null default ''
);

-- The latest comes first; the id settles equal times.
create index staff_log_latest on staff_log (at desc, id desc);

-- Moves on by one at each save; a save made from an older one is refused.
alter table products add column revision integer not null default 1 check (revision > 0);

-- The lists of the admin area: every product, hidden ones too, each order sorts by an index.
create index products_newest on products (created_at desc, id collate "C");
create index products_by_name on products (folded(name), id collate "C");
create index products_by_price on products (price, id collate "C");
