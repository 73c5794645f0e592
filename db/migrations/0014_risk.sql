-- Why an order must not be sent, one row for each reason: a dispute, a warning of fraud, a review at the
-- payment provider, a high value. Who released it, when, why and what they checked stays with it
-- (docs/decisions/041-holds-and-disputes.md).

create table order_holds (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  kind text not null check (kind ~ '^[a-z]+( [a-z]+)*$'),
  -- The provider's id of the dispute, warning or review; empty where it is about the whole order.
  object text not null,
  -- A message for staff.
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
