-- Labels of carriers, bought through a gateway (docs/decisions/052-labels.md). A row is one shipment at
-- the gateway: of one shipment it sells one label at most.

set local timezone = 'UTC';

create table labels (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  provider text not null check (provider ~ '\S'),
  livemode boolean not null,
  -- The gateway's id.
  shipment text not null unique check (shipment ~ '\S'),
  -- offered: rates were shown. buying: asked for, not known to be bought. refused: nothing was bought.
  -- late: bought after it was given up. voiding: its cost was asked back. kept: it was not given back.
  state text not null check (state in
    ('offered', 'buying', 'bought', 'refused', 'given up', 'late', 'voiding', 'voided', 'kept')),
  -- What was asked for: pieces, box, declared value, signature, insurance.
  asked jsonb not null check (jsonb_typeof(asked) = 'object'),
  rates jsonb not null check (jsonb_typeof(rates) = 'array'),
  offered_at timestamptz not null,
  offered_to text not null check (offered_to ~ '\S'),
  -- The rate that was chosen; its cost is in cents, with the gateway's fees once it was bought.
  rate text check (rate ~ '\S'),
  service text check (service ~ '\S'),
  cost_cents bigint check (cost_cents >= 0),
  bought_by text check (bought_by ~ '\S'),
  -- When the gateway was last asked to buy it.
  asked_at timestamptz,
  bought_at timestamptz,
  carrier text check (carrier in ('ups', 'usps', 'fedex', 'dhl', 'other')),
  tracking text check (tracking ~ '\S'),
  -- Where the gateway keeps its PDF; null once it is forgotten.
  file_url text,
  -- Why it was refused, or its cost not given back.
  problem text,
  voided_by text check (voided_by ~ '\S'),
  voided_at timestamptz,
  -- When the gateway was last asked what became of it.
  checked_at timestamptz,
  -- The parcel that left with it.
  parcel_id bigint unique,
  foreign key (parcel_id, order_id) references parcels (id, order_id),
  check (state in ('offered') or num_nulls(rate, service, cost_cents, bought_by, asked_at) = 0),
  check (state not in ('bought', 'late', 'voiding', 'voided', 'kept')
    or num_nulls(bought_at, carrier, tracking) = 0),
  check (state not in ('voiding', 'voided', 'kept') or num_nulls(voided_by, voided_at) = 0),
  check (parcel_id is null or state = 'bought')
);

-- Name and address of a buyer stand in them: they go with the buyer's data, and by themselves.
create table label_files (
  label_id bigint primary key references labels,
  pdf bytea not null check (substring(pdf for 5) = '%PDF-'::bytea),
  kept_at timestamptz not null
);

create index labels_order on labels (order_id, id);
create index labels_unsettled on labels (state)
where state in ('buying', 'given up', 'voiding');
-- An order has one label at a time that waits for its parcel.
create unique index labels_one_for_next_parcel on labels (order_id)
where state in ('buying', 'bought') and parcel_id is null;

-- What was asked for and paid stays; what became of it is written.
create function keep_label() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'offered' then
      raise exception 'A label that was asked for is not deleted';
    end if;
    return old;
  end if;
  if row(old.order_id, old.provider, old.livemode, old.shipment, old.asked, old.rates, old.offered_at)
    is distinct from
    row(new.order_id, new.provider, new.livemode, new.shipment, new.asked, new.rates, new.offered_at)
    or (old.bought_at is not null and row(old.bought_at, old.rate, old.cost_cents, old.tracking)
      is distinct from row(new.bought_at, new.rate, new.cost_cents, new.tracking))
    or (old.parcel_id is not null and old.parcel_id is distinct from new.parcel_id)
  then
    raise exception 'A label that was asked for is not changed';
  end if;
  return new;
end
$$;
create trigger labels_kept before update or delete on labels
for each row execute function keep_label();
