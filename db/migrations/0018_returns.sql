-- Returns of pieces: requested, accepted, sent back, received, weighed, refunded or refused
-- (docs/decisions/050-returns.md). The money is refunded by a refund of the order, which a return names.

create table order_returns (
  id text primary key,
  order_id text not null references orders,
  -- From 1, for each order.
  nth integer not null check (nth > 0),
  -- Of the form that requested it: pressed twice, it is one return.
  key text not null unique check (key ~ '\S'),
  state text not null check (state in
    ('asked', 'accepted', 'sent back', 'received', 'weighed', 'refunded', 'refused', 'called off')),
  -- Staff by email address; empty: the buyer, on the order's page.
  asked_by text not null default '',
  asked_at timestamptz not null,
  -- Why, in the words of the person who requested it; empty once it was erased.
  reason text not null,
  -- Why staff accept what the terms would not; empty where the terms do.
  exception text not null default '',
  accepted_at timestamptz,
  accepted_by text,
  instructions text not null default '',
  -- The way back, as the buyer entered it.
  sent_back_at timestamptz,
  carrier text check (carrier in ('ups', 'usps', 'fedex', 'dhl', 'other')),
  tracking text not null default '',
  received_at timestamptz,
  received_by text,
  weighed_at timestamptz,
  weighed_by text,
  -- Why the scale shows another weight than was sold.
  weight_note text not null default '',
  closed_at timestamptz,
  closed_by text,
  refund_id text unique references refunds,
  -- Why it was refused, for the buyer; or called off, for staff.
  closed_why text not null default '',
  -- How refused pieces are sent to the buyer again.
  again_carrier text check (again_carrier in ('ups', 'usps', 'fedex', 'dhl', 'other')),
  again_tracking text not null default '',
  unique (id, order_id),
  constraint order_returns_nth_key unique (order_id, nth),
  constraint order_returns_accepted_check check (num_nulls(accepted_at, accepted_by) in (0, 2)),
  constraint order_returns_received_check check (num_nulls(received_at, received_by) in (0, 2)),
  constraint order_returns_weighed_check check (num_nulls(weighed_at, weighed_by) in (0, 2)),
  constraint order_returns_closed_check check (
    num_nulls(closed_at, closed_by) in (0, 2)
    and (closed_at is not null) = (state in ('refunded', 'refused', 'called off'))),
  constraint order_returns_refund_check check ((state = 'refunded') = (refund_id is not null)),
  constraint order_returns_steps_check check (
    (state <> 'asked' or accepted_at is null)
    and (state not in ('accepted', 'sent back', 'received', 'weighed', 'refunded') or accepted_at is not null)
    and (state not in ('received', 'weighed', 'refunded') or received_at is not null)
    and (state not in ('weighed', 'refunded') or weighed_at is not null)),
  constraint order_returns_why_check check (state <> 'refused' or closed_why ~ '\S')
);
create index order_returns_open on order_returns (asked_at, id) where closed_at is null;
create index order_returns_refunded on order_returns (closed_at) where state = 'refunded';

create table order_return_lines (
  return_id text not null,
  order_id text not null,
  line integer not null,
  quantity integer not null check (quantity > 0),
  -- Of all its pieces together, on the scale.
  weighed_mg bigint check (weighed_mg > 0),
  constraint order_return_lines_pkey primary key (return_id, line),
  constraint order_return_lines_return_fkey foreign key (return_id, order_id)
    references order_returns (id, order_id),
  constraint order_return_lines_line_fkey foreign key (order_id, line)
    references order_lines (order_id, position)
);
create index order_return_lines_line on order_return_lines (order_id, line);

-- What was requested stays as it was, and what has ended stays ended; what the buyer wrote may be erased.
create function keep_order_return() returns trigger language plpgsql as $$
declare
  words constant text[] := '{reason,tracking,again_tracking}';
begin
  if (old.closed_at is not null and to_jsonb(old) - words is distinct from to_jsonb(new) - words)
    or (old.id, old.order_id, old.nth, old.key, old.asked_by, old.asked_at)
      is distinct from (new.id, new.order_id, new.nth, new.key, new.asked_by, new.asked_at)
  then
    raise exception 'A return that has ended is not changed, nor who asked for it';
  end if;
  return new;
end
$$;
create trigger order_returns_kept before update on order_returns
for each row execute function keep_order_return();
create trigger order_returns_kept_whole before delete on order_returns
for each row execute function refuse_change();

create function keep_order_return_line() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - 'weighed_mg' is distinct from to_jsonb(new) - 'weighed_mg' then
    raise exception 'The pieces of a return are not changed';
  end if;
  return new;
end
$$;
create trigger order_return_lines_kept before update on order_return_lines
for each row execute function keep_order_return_line();
create trigger order_return_lines_kept_whole before delete on order_return_lines
for each row execute function refuse_change();

create function refuse_too_many_returned() returns trigger language plpgsql as $$
begin
  if not is_restoring() and (select sum(quantity)
      from order_return_lines join order_returns on order_returns.id = return_id
      where order_return_lines.order_id = new.order_id and line = new.line
        and state not in ('refused', 'called off'))
    > (select coalesce(sum(quantity), 0) from parcel_lines
      where order_id = new.order_id and line = new.line)
  then
    raise exception 'More pieces would come back than were sent' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger order_return_lines_sent after insert on order_return_lines
for each row execute function refuse_too_many_returned();
