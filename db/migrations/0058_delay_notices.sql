-- What buyers were told of delays, and what they answered (docs/decisions/049-delay-notices.md). The day
-- an order is to be sent by moves with a notice; what it was stays here.

-- breaking: an earlier version would send an order that its buyer canceled.

create table delay_notices (
  -- Random, 16 bytes as base64url; with a signature of the shop it is the link of the mail.
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
  -- How staff heard of it, where the buyer did not use the link.
  decision_note text not null default '',
  -- When staff were told that it could not be canceled by itself.
  reported_at timestamptz,
  unique (order_id, nth),
  check (num_nulls(decision, decided_at, decided_by) in (0, 3)),
  check (decision <> 'lapsed' or answer_by is not null)
);
create index delay_notices_awaited on delay_notices (answer_by)
where decision is null and answer_by is not null;

-- What was said stays as it was, and what was decided stays decided.
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
