-- Parcels, the labels of carriers and notices of delays.

-- What was sent of an order, parcel by parcel (docs/decisions/044-parcels.md).
create table parcels (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  carrier text not null check (carrier in ('ups', 'usps', 'fedex', 'dhl', 'other')),
  -- Letters and digits of a known carrier; of another way, words.
  tracking text not null check (tracking ~ '\S' and (carrier = 'other' or tracking ~ '^[0-9A-Z]+$')),
  -- Null where it is not known.
  declared_cents bigint check (declared_cents >= 0),
  signature boolean,
  insurer text not null default '',
  policy text not null default '',
  -- Of the pieces on the scale, where staff wrote it down.
  weighed_mg bigint check (weighed_mg > 0),
  sent_at timestamptz not null,
  sent_by text not null check (sent_by ~ '\S'),
  -- Parcels of one order arrive on different days: when staff learned that one was delivered, and who
  -- reported it. Null: not known.
  delivered_at timestamptz,
  delivered_by text constraint parcels_delivered_by check (delivered_by ~ '\S'),
  unique (id, order_id),
  check (carrier = 'other' or length(tracking) <= 40),
  constraint parcels_delivered check ((delivered_at is null) = (delivered_by is null))
);
create index parcels_order on parcels (order_id, id);
create index parcels_tracking on parcels (tracking);
create index parcels_tracking_start on parcels ((left(tracking, 40)) collate "C");

create table parcel_lines (
  parcel_id bigint not null,
  order_id text not null,
  line integer not null,
  quantity integer not null check (quantity > 0),
  primary key (parcel_id, line),
  foreign key (parcel_id, order_id) references parcels (id, order_id),
  foreign key (order_id, line) references order_lines (order_id, position)
);
create index parcel_lines_line on parcel_lines (order_id, line);

-- What was sent is not changed: only how it is followed is corrected, and whether it arrived.
create function keep_parcel() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - '{carrier,tracking,delivered_at,delivered_by}'::text[]
    is distinct from to_jsonb(new) - '{carrier,tracking,delivered_at,delivered_by}'::text[]
  then
    raise exception 'A parcel that was sent is not changed';
  end if;
  return new;
end
$$;
create trigger parcels_kept before update on parcels for each row execute function keep_parcel();
create trigger parcels_kept_whole before delete on parcels for each row execute function refuse_change();
create trigger parcel_lines_kept before update or delete on parcel_lines
for each row execute function refuse_change();

create function refuse_too_many_pieces() returns trigger language plpgsql as $$
begin
  if (select sum(quantity) from parcel_lines where order_id = new.order_id and line = new.line)
    > (select quantity from order_lines where order_id = new.order_id and position = new.line)
  then
    raise exception 'More pieces would be sent than were ordered' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger parcel_lines_ordered after insert on parcel_lines
for each row execute function refuse_too_many_pieces();

-- The tracking numbers of all parcels in one text, for the search and the lists.
create function collect_tracking() returns trigger language plpgsql as $$
begin
  if not is_restoring() then
    update orders set tracking = (select string_agg(
        case carrier when 'ups' then 'UPS ' when 'usps' then 'USPS ' when 'fedex' then 'FedEx '
          when 'dhl' then 'DHL ' else '' end || parcels.tracking, ', ' order by parcels.id)
      from parcels where order_id = new.order_id)
    where id = new.order_id;
  end if;
  return null;
end
$$;
create trigger parcels_tracking_collected after insert or update on parcels
for each row execute function collect_tracking();

-- Labels ------------------------------------------------------------------------------------------

-- Labels of carriers, bought through a gateway (docs/decisions/044-parcels.md). A row is one shipment at the
-- gateway: of one shipment it sells one label at most.
create table labels (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  provider text not null check (provider ~ '\S'),
  livemode boolean not null,
  -- The gateway's id.
  shipment text not null unique check (shipment ~ '\S'),
  -- offered: rates were shown. buying: requested, not known to be bought. refused: nothing was bought.
  -- late: bought after it was given up. voiding: its refund was requested. kept: it was not refunded.
  state text not null check (state in
    ('offered', 'buying', 'bought', 'refused', 'given up', 'late', 'voiding', 'voided', 'kept')),
  -- What was requested: pieces, box, declared value, signature, insurance, address.
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
  -- Where the gateway has its PDF; null once it is deleted.
  file_url text,
  -- Why it was refused, or its cost not refunded.
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

-- They show name and address of a buyer: they are deleted with the buyer's data, and after some time.
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

-- What was requested and paid stays; what became of it is written. The address that a label was bought for
-- is stored with what was requested, under "to", and is erased with the data of its buyer.
create function keep_label() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'offered' then
      raise exception 'A label that was asked for is not deleted';
    end if;
    return old;
  end if;
  if row(old.order_id, old.provider, old.livemode, old.shipment, old.asked - 'to', old.rates,
      old.offered_at)
    is distinct from
    row(new.order_id, new.provider, new.livemode, new.shipment, new.asked - 'to', new.rates,
      new.offered_at)
    or (new.asked ? 'to' and old.asked -> 'to' is distinct from new.asked -> 'to')
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

-- Delays ------------------------------------------------------------------------------------------

-- What buyers were told of delays, and what they answered (docs/decisions/043-steps-and-ship-by.md). A notice
-- changes the day an order is to be sent by; what it was stays here.
create table delay_notices (
  -- Random, 16 bytes as base64url; with a signature of the shop it is the link of the email.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  order_id text not null references orders,
  -- From 1, for each order.
  nth integer not null check (nth > 0),
  old_ship_by date not null,
  new_ship_by date not null check (new_ship_by > old_ship_by),
  reason text not null check (reason ~ '\S'),
  -- The last day to agree, on the shop's clock; null where silence keeps the order.
  answer_by date check (answer_by <= new_ship_by),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  -- lapsed: no answer came where one was needed. replaced: by a further notice.
  decision text check (decision in ('kept', 'canceled', 'lapsed', 'replaced')),
  decided_at timestamptz,
  decided_by text check (decided_by ~ '\S'),
  -- How staff learned of it, where the buyer did not use the link.
  decision_note text not null default '',
  -- When staff were told that it could not be canceled automatically.
  reported_at timestamptz,
  unique (order_id, nth),
  check (num_nulls(decision, decided_at, decided_by) in (0, 3)),
  check (decision <> 'lapsed' or answer_by is not null)
);
create index delay_notices_awaited on delay_notices (answer_by)
where decision is null and answer_by is not null;

-- A notice is not changed, and what was decided stays decided.
create function keep_delay_notice() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - '{decision,decided_at,decided_by,decision_note,reported_at}'::text[]
    is distinct from to_jsonb(new) - '{decision,decided_at,decided_by,decision_note,reported_at}'::text[]
    or (old.decision is not null and to_jsonb(old) is distinct from to_jsonb(new))
  then
    raise exception 'A notice of a delay is not changed, nor its answer';
  end if;
  return new;
end
$$;
create trigger delay_notices_kept before update on delay_notices
for each row execute function keep_delay_notice();
create trigger delay_notices_kept_whole before delete on delay_notices
for each row execute function refuse_change();
