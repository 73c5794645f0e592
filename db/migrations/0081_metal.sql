-- The maker's gold as double entry (docs/decisions/067-metal-ledger.md): what staff enter by hand. What
-- orders do to it is a sum of their own rows, and stands nowhere twice.

-- One row of each mode, once somebody began its ledger or set a limit.
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
  -- The weight as it was typed: `1 ozt`.
  typed text not null default '',
  -- Paid for it, or had for it; below zero where an entry is taken back.
  paid_cents bigint check (paid_cents <> 0),
  party text not null default '',
  note text not null default '',
  -- The entry it takes back, whole.
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

-- An entry is taken back once and as it was, and what takes back is not taken back.
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

-- What was sent since the ledger began, by the index alone.
create index weighed_items_sent on weighed_items (parcel_id) include (actual_mg)
  where parcel_id is not null;
create index order_returns_refunded on order_returns (closed_at) where state = 'refunded';
