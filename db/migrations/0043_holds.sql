-- Why an order must not be sent, one row for each reason: a dispute, a warning of fraud, a review at the
-- payment provider, a high value. Who released it, when, why and what they checked stays with it
-- (docs/decisions/041-holds-and-disputes.md). And the figures that decide on it.

-- breaking: an earlier version would send an order that is held back.

set local timezone = 'UTC';

create table order_holds (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  kind text not null check (kind ~ '^[a-z]+( [a-z]+)*$'),
  -- The provider's id of the dispute, warning or review; empty where it is about the order itself.
  object text not null,
  -- In words, for staff.
  reason text not null check (reason ~ '\S'),
  opened_at timestamptz not null,
  released_at timestamptz,
  released_by text check (released_by ~ '\S'),
  release_reason text check (release_reason ~ '\S'),
  -- The named checks that were ticked.
  checks text[] not null default '{}',
  check (num_nulls(released_at, released_by, release_reason) in (0, 3)),
  check (released_at is not null or checks = '{}')
);
create index order_holds_order on order_holds (order_id, id);
create unique index order_holds_open on order_holds (order_id, kind, object) where released_at is null;

-- Disputes that were open, or lost and nobody had looked.
insert into order_holds (order_id, kind, object, reason, opened_at)
select id, 'dispute', coalesce(event.object, 'carried over'),
  case dispute
    when 'open' then 'The buyer’s bank disputes this payment. Wait until the dispute is decided before you send anything.'
    else 'The dispute was lost and the money went back to the buyer. Look at it first, then decide whether anything is sent.'
  end,
  coalesce(dispute_occurred_at, updated_at)
from orders left join lateral (select payload -> 'object' ->> 'id' as object
  from payment_events where order_id = orders.id and type like 'dispute%'
    and reference = orders.payment_reference
  order by received_at desc, payment_events.id limit 1) event on true
where dispute = 'open' or (dispute = 'lost' and dispute_reviewed_at is null);

alter table orders
  drop column needs_review,
  drop column dispute_reviewed_at,
  -- Counted by a trigger: how many of its holds are not released.
  add column open_holds integer not null default 0 check (open_holds >= 0),
  -- Whether its payment page asks for 3-D Secure of every card, or leaves it to the provider.
  add column three_d_secure text not null default 'any' check (three_d_secure in ('any', 'automatic'));

-- What waits for a look by staff: money that does not fit, what must not be sent, a withdrawn price.
alter table orders add column needs_review boolean not null generated always as (
  hold_reason is not null
  or open_holds > 0
  or (price_withdrawn_at is not null and price_honored_at is null and state in ('paid', 'fulfilled'))
) stored;
create index orders_needing_review on orders (created_at desc, id collate "C") where needs_review;

update orders set open_holds = (select count(*) from order_holds where order_id = orders.id)
where id in (select order_id from order_holds);

create function count_open_holds() returns trigger language plpgsql as $$
begin
  update orders set open_holds = (select count(*) from order_holds
      where order_id = new.order_id and released_at is null)
    where id = new.order_id;
  return null;
end
$$;
create trigger order_holds_counted after insert or update on order_holds
for each row execute function count_open_holds();

-- What was released stays as it was released.
create function keep_released_hold() returns trigger language plpgsql as $$
begin
  if old.released_at is not null then
    raise exception 'A hold that was released is not changed';
  end if;
  return new;
end
$$;
create trigger order_holds_kept before update on order_holds
for each row execute function keep_released_hold();

-- One row, id `current`; without it the defaults of the program hold.
create table risk_settings (
  id text primary key check (id = 'current'),
  -- From this total on a person checks an order before it is sent; 0: never.
  high_value_cents bigint not null check (high_value_cents >= 0),
  -- Whether cards billed in another country than the parcel goes to are checked too.
  compare_countries boolean not null,
  -- From this total on 3-D Secure is asked of every card; 0: always.
  three_d_secure_cents bigint not null check (three_d_secure_cents >= 0),
  updated_at timestamptz not null
);
