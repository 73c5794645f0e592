-- Every accepted gold price is hashed with the one before it, as the audit log is (0028), and each
-- finished day is signed and published (docs/decisions/063-price-proof.md).

-- What is hashed: JSON with sorted keys and no spaces, as anybody can write it again. Who of the staff
-- decided is no part of it.
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

-- The rows there are, in the order in which it happened.
do $$
declare
  entry record;
begin
  for entry in
    select id, false as is_withdrawal, to_jsonb(gold_price_history) as content,
      coalesce(decided_at, recorded_at) as at
    from gold_price_history where status in ('accepted', 'withdrawn')
    union all
    select id, true, to_jsonb(gold_price_history),
      greatest(withdrawn_at, coalesce(decided_at, recorded_at))
    from gold_price_history where status = 'withdrawn'
    order by at, id, is_withdrawal
  loop
    perform append_chain_link('gold_prices', entry.id::text,
      gold_price_link_text(entry.content, entry.is_withdrawal));
  end loop;
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
