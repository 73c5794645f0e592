-- The work on a paid order, step by step, and the day it is to be sent by
-- (docs/decisions/043-steps-and-ship-by.md).

set local timezone = 'UTC';

-- What `processing_time` promises at most, as a number: the text is free.
alter table shipping_settings
  add column processing_days integer not null default 5 check (processing_days between 1 and 365);
update shipping_settings
set processing_days = substring(processing_time from '(?i)([0-9]+)\s*business\s+days?')::numeric
where substring(processing_time from '(?i)([0-9]+)\s*business\s+days?')::numeric between 1 and 365;

alter table orders
  -- Null until it is paid.
  add column step text check (step in ('paid', 'making', 'ready', 'sent', 'delivered', 'return')),
  -- A day on the shop's clock, from what the shop promised when it was paid.
  add column ship_by date;

-- The calendar of app/domain/fulfillment/ship-by-calendar.ts, for the orders there are.
create function is_business_day_0046(day date) returns boolean language sql immutable as $$
  select extract(isodow from day) < 6
    and to_char(day, 'MM-DD') <> all (array['01-01', '06-19', '07-04', '11-11', '12-25'])
    and not (extract(isodow from day) = 5
      and to_char(day + 1, 'MM-DD') = any (array['01-01', '06-19', '07-04', '11-11', '12-25']))
    and not (extract(isodow from day) = 1
      and to_char(day - 1, 'MM-DD') = any (array['01-01', '06-19', '07-04', '11-11', '12-25']))
    and not (extract(isodow from day) = 1 and (
      extract(month from day) in (1, 2) and extract(day from day) between 15 and 21
      or extract(month from day) = 5 and extract(day from day) > 24
      or extract(month from day) = 9 and extract(day from day) < 8
      or extract(month from day) = 10 and extract(day from day) between 8 and 14))
    and not (extract(isodow from day) = 4 and extract(month from day) = 11
      and extract(day from day) between 22 and 28)
$$;
create function ship_by_0046(paid date, days integer) returns date language plpgsql immutable as $$
declare
  day date := paid;
  remaining integer := days;
begin
  while remaining > 0 loop
    day := day + 1;
    if is_business_day_0046(day) then
      remaining := remaining - 1;
    end if;
  end loop;
  return day;
end
$$;

with paid as (
  select day, ship_by_0046(day, coalesce((select processing_days from shipping_settings), 5)) as ship_by
  from (select distinct (paid_at at time zone 'America/Los_Angeles')::date as day
    from orders where paid_at is not null) days
)
update orders set ship_by = paid.ship_by from paid
where paid_at is not null and (paid_at at time zone 'America/Los_Angeles')::date = paid.day;

-- A full refund leaves the step where the work stood: sent, where it was sent.
update orders set step = case
    when state = 'fulfilled' then 'sent'
    when state = 'refunded' and exists (select from order_history
      where order_id = orders.id and to_state = 'fulfilled') then 'sent'
    else 'paid' end
where state in ('paid', 'fulfilled', 'refunded');

drop function ship_by_0046;
drop function is_business_day_0046;

alter table orders
  add check ((step is null) = (state in ('pending', 'expired', 'cancelled'))),
  add check (state <> 'paid' or step in ('paid', 'making', 'ready')),
  add check (state <> 'fulfilled' or step in ('sent', 'delivered', 'return'));

-- The step begins with the payment and follows what was sent, whoever writes the state.
create function follow_state() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.state is not distinct from old.state or new.step is distinct from old.step then
      return new;
    end if;
  elsif new.step is not null then
    return new;
  end if;
  new.step := case
    when new.state = 'fulfilled' then 'sent'
    when new.state in ('paid', 'refunded') then coalesce(new.step, 'paid')
  end;
  return new;
end
$$;
create trigger orders_follow_state before insert or update of state, step on orders
for each row execute function follow_state();

-- What is to be done, the longest promised first; and what was done, newest first.
create index orders_to_do on orders (ship_by, created_at, id collate "C") where state = 'paid';
create index orders_to_do_by_step on orders (step, ship_by, created_at, id collate "C") where state = 'paid';
create index orders_sent_by_step on orders (step, created_at desc, id collate "C") where state = 'fulfilled';

alter table order_history
  add column from_step text,
  add column to_step text;

-- As in 0029, with the steps where there are any: what was hashed before stays as it was.
create or replace function history_row_text(entry jsonb) returns text
language sql immutable strict parallel safe
return (jsonb_build_array(
  entry -> 'id', entry -> 'order_id', entry -> 'from_state', entry -> 'to_state', entry -> 'at',
  entry -> 'actor', entry -> 'by', entry -> 'why')
  || case when entry ->> 'to_step' is null then jsonb '[]'
    else jsonb_build_array(entry -> 'from_step', entry -> 'to_step') end)::text;
