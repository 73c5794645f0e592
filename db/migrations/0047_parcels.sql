-- What was sent of an order, parcel by parcel (docs/decisions/044-parcels.md). The tracking texts there
-- are become parcels as they were typed, with all pieces of their orders.

-- breaking: an earlier version would mark an order as sent and keep no parcel.

set local timezone = 'UTC';

create table parcels (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  carrier text not null check (carrier in ('ups', 'usps', 'fedex', 'dhl', 'other')),
  -- Letters and digits of a known carrier; of another way, words.
  tracking text not null check (tracking ~ '\S' and (carrier = 'other' or tracking ~ '^[0-9A-Z]+$')),
  -- Null where it was not asked for: orders from before.
  declared_cents bigint check (declared_cents >= 0),
  signature boolean,
  insurer text not null default '',
  policy text not null default '',
  -- Of the pieces on the scale, where staff wrote it down.
  weighed_mg bigint check (weighed_mg > 0),
  sent_at timestamptz not null,
  sent_by text not null check (sent_by ~ '\S'),
  unique (id, order_id),
  check (carrier = 'other' or length(tracking) <= 40)
);
create index parcels_order on parcels (order_id, id);
create index parcels_tracking on parcels (tracking);

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

insert into parcels (order_id, carrier, tracking, sent_at, sent_by)
select orders.id, 'other', orders.tracking, coalesce(sent.at, orders.updated_at),
  coalesce(sent.by, 'carried over')
from orders left join lateral (select at, by from order_history
  where order_id = orders.id and to_state = 'fulfilled' and from_state is distinct from to_state
  order by order_history.id limit 1) sent on true
where orders.tracking ~ '\S';
insert into parcel_lines (parcel_id, order_id, line, quantity)
select parcels.id, parcels.order_id, position, quantity
from parcels join order_lines on order_lines.order_id = parcels.order_id;

-- What left has left: only how it is followed is corrected.
create function keep_parcel() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - '{carrier,tracking}'::text[] is distinct from to_jsonb(new) - '{carrier,tracking}'::text[]
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

-- The trackings of all parcels in one text, for the search and the lists.
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
