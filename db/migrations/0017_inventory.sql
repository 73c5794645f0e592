-- Pieces that orders reserve, and the maker's gold.

-- What an order holds of the pieces that are counted (docs/decisions/055-products-in-bulk.md).
create table stock_claims (
  order_id text not null references orders on delete cascade,
  -- No reference: what was sold stays readable when its product is gone.
  product_id text not null check (char_length(product_id) between 1 and 64),
  quantity integer not null check (quantity > 0),
  state text not null check (state in ('reserved', 'sold', 'released')),
  -- How many were put back into stock after a refund or return.
  back integer not null default 0 check (back between 0 and quantity),
  kept boolean not null default false,
  at timestamptz not null,
  -- The key of the size that is counted; empty: all sizes of the product count together.
  size text not null default '' check (char_length(size) <= 60),
  primary key (order_id, product_id, size),
  check (state = 'sold' or (back = 0 and not kept))
);
create index stock_claims_product on stock_claims (product_id) where state <> 'released';

-- Gold --------------------------------------------------------------------------------------------
-- The maker's gold as double entry (docs/decisions/067-metal-ledger.md): what staff enter. What orders do to
-- it is a sum of their own rows, and is stored nowhere twice.

create table metal_books (
  livemode boolean primary key,
  began_at timestamptz,
  began_by text,
  -- What was sent up to this parcel left before the ledger began, and is no part of it.
  parcel_before bigint not null default 0,
  -- Beyond these staff are warned; null: no limit.
  limit_cents bigint constraint metal_books_cents_check check (limit_cents > 0),
  limit_mg bigint constraint metal_books_mg_check check (limit_mg > 0),
  -- Since when one of them is passed, and how often one was.
  beyond_since timestamptz,
  crossings integer not null default 0,
  constraint metal_books_began_check check (num_nulls(began_at, began_by) in (0, 2))
);

create table metal_entries (
  id bigint generated always as identity primary key,
  livemode boolean not null,
  -- Of the form it was entered with: pressed twice, it is one entry.
  key text not null constraint metal_entries_key_key unique check (key ~ '\S'),
  kind text not null check (kind in
    ('opening', 'purchase', 'scrap', 'cast', 'melted', 'loss', 'loss of pieces', 'found')),
  day date not null,
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  -- The weight as it was entered: `1 ozt`.
  typed text not null default '',
  -- Paid for it, or received for it; below zero where an entry is reversed.
  paid_cents bigint check (paid_cents <> 0),
  party text not null default '',
  note text not null default '',
  -- The entry it reverses, whole.
  reverses bigint constraint metal_entries_reverses_key unique references metal_entries,
  -- Milligrams by account.
  stock bigint not null default 0,
  pieces bigint not null default 0,
  suppliers bigint not null default 0,
  lost bigint not null default 0,
  opening bigint not null default 0,
  -- Gold and pieces that were here before it, and what a gram cost on average after it, in dollars.
  on_hand bigint not null,
  average numeric(20, 6) check (average >= 0),
  constraint metal_entries_balance_check check (stock + pieces + suppliers + lost + opening = 0),
  constraint metal_entries_paid_check check (kind <> 'purchase' or paid_cents is not null),
  constraint metal_entries_reversal_check check (
    reverses is null or (note ~ '\S' and reverses < id))
);
create index metal_entries_newest on metal_entries (livemode, id);
create index metal_entries_at on metal_entries (livemode, at);
create trigger metal_entries_kept before update or delete on metal_entries
for each row execute function refuse_change();

-- An entry is reversed once and as it was, and what reverses is not reversed.
create function check_metal_reversal() returns trigger language plpgsql as $$
begin
  if not is_restoring() and new.reverses is not null and not exists (
    select from metal_entries entry where entry.id = new.reverses and entry.reverses is null
      and entry.livemode = new.livemode and entry.kind = new.kind
      and (entry.stock, entry.pieces, entry.suppliers, entry.lost, entry.opening)
        = (-new.stock, -new.pieces, -new.suppliers, -new.lost, -new.opening))
  then
    raise exception 'An entry is taken back whole' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger metal_entries_reversal after insert on metal_entries
for each row execute function check_metal_reversal();
