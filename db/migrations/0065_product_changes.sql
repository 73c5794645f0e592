-- Changes of many products at once: planned and looked at first, then made as a whole, and undone as a
-- whole (docs/decisions/055-products-in-bulk.md). A draft is what is looked at; it changes nothing.

create table product_changes (
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind in ('bulk', 'csv')),
  -- What was asked for, in words, and as the form said it; null where a file said it.
  title text not null check (title ~ '\S'),
  asked jsonb,
  state text not null default 'draft' check (state in ('draft', 'applied', 'undone')),
  pieces integer not null check (pieces >= 0),
  unchanged integer not null check (unchanged >= 0),
  -- Why it cannot be made; the first of them, by place.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  problem_count integer not null default 0 check (problem_count >= 0),
  -- What of a file was passed over.
  notes jsonb not null default '[]' check (jsonb_typeof(notes) = 'array'),
  made_at timestamptz not null,
  made_by text not null check (made_by ~ '\S'),
  applied_at timestamptz,
  applied_by text,
  undone_at timestamptz,
  undone_by text,
  check ((state = 'draft') = (applied_at is null)),
  check ((applied_at is null) = (applied_by is null)),
  check ((state = 'undone') = (undone_at is not null)),
  check ((undone_at is null) = (undone_by is null)),
  check (state = 'draft' or problem_count = 0)
);
create index product_changes_latest on product_changes (made_at desc, id);

create table product_change_rows (
  change_id text not null references product_changes on delete cascade,
  -- From 1, in the order they are shown.
  position integer not null check (position > 0),
  -- No reference: a change stays readable when its product is gone. A new product has its id already.
  product_id text not null check (char_length(product_id) between 1 and 64),
  name text not null,
  -- The revision it was planned from; null for a new product. Made, it is one more.
  revision integer,
  -- What changes, and nothing else.
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  primary key (change_id, position),
  unique (change_id, product_id)
);
create index product_change_rows_product on product_change_rows (product_id);
