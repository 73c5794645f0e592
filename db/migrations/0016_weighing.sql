-- Each single item of an order is weighed before it is sent (docs/decisions/064-weighing.md): what the
-- scale says, its serial number, and what is refunded where it is lighter than it was sold.

create table weighed_items (
  order_id text not null,
  -- The position of its line, and which of its pieces it is: from 1.
  line integer not null,
  item integer not null check (item between 1 and 99),
  serial text not null check (serial ~ '^[A-Z0-9][A-Z0-9-]{2,23}$'),
  sold_mg bigint not null check (sold_mg > 0),
  actual_mg bigint not null check (actual_mg > 0),
  -- outside: too far off to be sent.
  verdict text not null check (verdict in ('as sold', 'light', 'heavy', 'outside')),
  -- The gold that is missing, at the price it was sold at, and what of that was requested by refunds or
  -- resolved by staff. The second is never lowered: no money is demanded back.
  missing_cents bigint not null check (missing_cents >= 0),
  settled_cents bigint not null check (settled_cents >= 0),
  -- Why the rest could not be refunded automatically; staff decide, and it is not sent until then.
  problem text check (problem ~ '\S'),
  -- How often it was weighed; weighings has each time.
  nth integer not null check (nth > 0),
  weighed_at timestamptz not null,
  weighed_by text not null check (weighed_by ~ '\S'),
  -- What it was sent in.
  parcel_id bigint,
  -- What a weight waits for; null where nothing is open. `reading`: the weight before was undone. A slip on
  -- the scale must not move money at once: a difference beyond a small amount waits for a second reading
  -- that agrees, one beyond what the person may refund for an owner or a manager, and every refund for ten
  -- minutes or until its piece is sent, so that it can be undone.
  waits text check (waits in ('reading', 'second reading', 'approval', 'refund')),
  -- When the refund is made, unless its piece is sent before.
  refund_at timestamptz,
  constraint weighed_items_pkey primary key (order_id, line, item),
  constraint weighed_items_line_fkey foreign key (order_id, line)
    references order_lines (order_id, position),
  constraint weighed_items_parcel_fkey foreign key (parcel_id, order_id)
    references parcels (id, order_id),
  constraint weighed_items_light_check check ((verdict = 'light') or missing_cents = 0),
  constraint weighed_items_open_check check (
    (problem is not null or waits is not null) = (missing_cents > settled_cents)),
  constraint weighed_items_refund_check check ((refund_at is not null) = (waits = 'refund')),
  constraint weighed_items_waits_alone_check check (waits is null or problem is null),
  constraint weighed_items_sent_check check (
    parcel_id is null or (problem is null and waits is null and verdict <> 'outside'))
);
create unique index weighed_items_serial on weighed_items (lower(serial));
create index weighed_items_serial_start on weighed_items (serial collate "C");
create index weighed_items_parcel on weighed_items (parcel_id);
-- What was sent since the metal ledger began, by the index alone.
create index weighed_items_sent on weighed_items (parcel_id) include (actual_mg)
  where parcel_id is not null;
create index weighed_items_refund on weighed_items (refund_at) where waits = 'refund';

-- An item that was sent stays as it was weighed; before that only how it was weighed changes.
create function keep_weighed_item() returns trigger language plpgsql as $$
begin
  if old.parcel_id is not null
    or (old.order_id, old.line, old.item, old.sold_mg)
      is distinct from (new.order_id, new.line, new.item, new.sold_mg)
    or new.settled_cents < old.settled_cents
  then
    raise exception 'An item that was sent is not weighed again, and what was given back stays so';
  end if;
  return new;
end
$$;
create trigger weighed_items_kept before update on weighed_items
for each row execute function keep_weighed_item();
create trigger weighed_items_kept_whole before delete on weighed_items
for each row execute function refuse_change();

create function refuse_item_beyond_line() returns trigger language plpgsql as $$
begin
  if not is_restoring() and new.item > (select quantity from order_lines
    where order_id = new.order_id and position = new.line)
  then
    raise exception 'More items would be weighed than were ordered' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger weighed_items_ordered after insert on weighed_items
for each row execute function refuse_item_beyond_line();

-- Every time an item was weighed, and the rules it was evaluated by.
create table weighings (
  order_id text not null,
  line integer not null,
  item integer not null,
  nth integer not null check (nth > 0),
  serial text not null,
  actual_mg bigint not null check (actual_mg > 0),
  verdict text not null check (verdict in ('as sold', 'light', 'heavy', 'outside')),
  tolerance_mg bigint not null,
  limit_permille integer not null,
  missing_cents bigint not null,
  -- What was refunded automatically.
  refund_id text unique references refunds,
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  constraint weighings_pkey primary key (order_id, line, item, nth),
  constraint weighings_item_fkey foreign key (order_id, line, item)
    references weighed_items (order_id, line, item)
);

-- The refund of a weighing is made later than its row: it is noted once, and nothing else changes.
create function keep_weighing() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.refund_id is not null
    or (to_jsonb(old) - 'refund_id') is distinct from (to_jsonb(new) - 'refund_id')
  then
    raise exception 'What the scale said once stays so' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger weighings_kept before update or delete on weighings
for each row execute function keep_weighing();
