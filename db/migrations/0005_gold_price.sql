-- The gold price: what the shop sells at now, every price that was read or set, and its public proof.

create table gold_prices (
  -- One row: what the shop sells at now.
  id text primary key check (id = 'current'),
  price numeric(20, 4) not null check (price > 0),
  price_per_gram numeric(20, 4) not null check (price_per_gram > 0),
  change numeric(20, 4) not null,
  change_percent numeric(12, 4) not null,
  source text not null check (source ~ '\S'),
  bid numeric(20, 4) check (bid > 0),
  ask numeric(20, 4) check (ask > 0),
  low numeric(20, 4) check (low > 0),
  high numeric(20, 4) check (high > 0),
  taken_at timestamptz not null,
  last_updated timestamptz not null,
  error_message text,
  -- When staff last corrected a wrong price: a quote that does not know of this moment is void.
  corrected_at timestamptz,
  -- The second source that agreed, and whether the first one gave a time with its price
  -- (docs/decisions/004-gold-price-accept-hold-keep.md).
  confirmed_by text,
  has_own_time boolean not null default true
);

create constraint trigger raises_page_revision after insert or update or delete on gold_prices
deferrable initially deferred for each row execute function raise_page_revision('gold_price');

create table gold_price_history (
  id bigserial primary key,
  price numeric(20, 4) not null check (price > 0),
  price_per_gram numeric(20, 4) not null check (price_per_gram > 0),
  change numeric(20, 4) not null,
  change_percent numeric(12, 4) not null,
  source text not null check (source ~ '\S'),
  bid numeric(20, 4) check (bid > 0),
  ask numeric(20, 4) check (ask > 0),
  low numeric(20, 4) check (low > 0),
  high numeric(20, 4) check (high > 0),
  status text not null check (status in ('accepted', 'held', 'rejected', 'withdrawn')),
  reason text,
  set_by text,
  taken_at timestamptz not null,
  recorded_at timestamptz not null,
  decided_at timestamptz,
  -- A withdrawn price counts as never accepted (docs/decisions/004-gold-price-accept-hold-keep.md).
  withdrawn_at timestamptz,
  withdrawn_by text,
  withdrawn_reason text,
  check (num_nonnulls(withdrawn_at, withdrawn_by, withdrawn_reason)
    = case status when 'withdrawn' then 3 else 0 end)
);

create index gold_price_history_recorded on gold_price_history (recorded_at desc);
create index gold_price_history_held on gold_price_history (recorded_at desc) where status = 'held';
create index gold_price_history_withdrawn on gold_price_history (withdrawn_at)
  where status = 'withdrawn';

create constraint trigger raises_page_revision after insert or update or delete on gold_price_history
deferrable initially deferred for each row execute function raise_page_revision('gold_price');

-- Proof -------------------------------------------------------------------------------------------
-- Every accepted price is hashed with the one before it, and each finished day is signed and published
-- (docs/decisions/063-price-proof.md).

-- What is hashed: JSON with sorted keys and no spaces, which any program can produce to check the hash. The
-- name of the staff member who decided is left out.
create function gold_price_link_text(entry jsonb, is_withdrawal boolean) returns text
language sql stable strict
return '{"acceptedAt":"'
  || to_char(coalesce(entry ->> 'decided_at', entry ->> 'recorded_at')::timestamptz at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","decision":"' || case
    when entry ->> 'source' in ('admin-exact', 'admin') then 'set by hand'
    when entry ->> 'decided_at' is not null then 'accepted by staff'
    else 'accepted' end
  || '","perGram":"' || (entry ->> 'price_per_gram')
  || '","perOunce":"' || (entry ->> 'price')
  || '","record":' || (entry ->> 'id')
  || ',"source":' || (entry -> 'source')::text
  || ',"takenAt":"' || to_char((entry ->> 'taken_at')::timestamptz at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","withdrawnAt":' || case when is_withdrawal
    then coalesce('"' || to_char((entry ->> 'withdrawn_at')::timestamptz at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')
    else 'null' end
  || '}';

-- As it must be now; null where such a row has no place in the chain.
create function gold_price_row_text(entry jsonb) returns text
language sql stable strict
return case entry ->> 'status'
  when 'accepted' then gold_price_link_text(entry, false)
  when 'withdrawn' then gold_price_link_text(entry, true) end;

-- One link when a price is accepted, another when it is withdrawn.
create function link_gold_price() returns trigger language plpgsql as $$
begin
  if is_restoring() or new.status not in ('accepted', 'withdrawn')
    or tg_op = 'UPDATE' and old.status = new.status then
    return null;
  end if;
  if tg_op = 'INSERT' or old.status <> 'accepted' then
    perform append_chain_link('gold_prices', new.id::text, gold_price_link_text(to_jsonb(new), false));
  end if;
  if new.status = 'withdrawn' then
    perform append_chain_link('gold_prices', new.id::text, gold_price_link_text(to_jsonb(new), true));
  end if;
  return null;
end
$$;

-- Named so that it comes after `raises_page_revision`: what pages show is locked before the chain.
create constraint trigger recorded_in_chain after insert or update of status on gold_price_history
deferrable initially deferred for each row execute function link_gold_price();

-- Finished days, in UTC, as they were published.
create table gold_price_days (
  day date primary key,
  -- Its links are those after the day before, up to this one.
  last_position bigint not null check (last_position >= 0),
  links bigint not null check (links >= 0),
  -- The last hash up to its end.
  root text not null check (root ~ '^([0-9a-f]{64})?$'),
  key_id text not null references signing_keys,
  signed_at timestamptz not null,
  -- The signed file, byte by byte.
  file text not null check (file ~ '\S')
);
create trigger gold_price_days_kept before update or delete on gold_price_days
for each row execute function refuse_change();
create trigger gold_price_days_kept_whole before truncate on gold_price_days
for each statement execute function refuse_change();
