-- The money of orders as a ledger (docs/decisions/036-ledger.md): what was sold, paid, given back,
-- disputed. An entry moves cents between accounts and adds up to zero; it is never changed. What an
-- order owes, and what may still be given back, is a sum of its entries.

-- breaking: an earlier version counts refunds in a column that goes, and writes no entries.

set local timezone = 'UTC';

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- What it came from, `payment:stripe:pi_1`: the same again is no second entry.
  key text not null unique check (key ~ '\S'),
  -- Null: a payment that belongs to no order.
  order_id text references orders,
  kind text not null check (kind ~ '^[a-z]+( [a-z]+)*$'),
  -- When it happened, as the payment provider says where it says so.
  at timestamptz not null,
  provider text not null check (provider ~ '\S'),
  livemode boolean not null,
  -- The provider's id of the payment.
  reference text,
  by text not null check (by ~ '\S'),
  why text not null check (why ~ '\S'),
  -- Accounts, in US cents; debits above zero, credits below (app/domain/ledger/ledger.ts).
  receivable bigint not null default 0,
  sales bigint not null default 0,
  tax bigint not null default 0,
  shipping bigint not null default 0,
  discounts bigint not null default 0,
  payments bigint not null default 0,
  disputed bigint not null default 0,
  losses bigint not null default 0,
  unattached bigint not null default 0,
  recorded_at timestamptz not null,
  check (receivable + sales + tax + shipping + discounts + payments + disputed + losses + unattached = 0),
  check (order_id is not null or receivable = 0)
);

create index ledger_entries_order on ledger_entries (order_id, id);
create index ledger_entries_reference on ledger_entries (reference) where reference is not null;
create index ledger_entries_at on ledger_entries (at, id);

-- Hashed as orders and payment events are (0029).
create function ledger_row_text(entry jsonb) returns text
language sql immutable strict parallel safe
return jsonb_build_array(
  entry -> 'id', entry -> 'key', entry -> 'order_id', entry -> 'kind', entry -> 'at',
  entry -> 'provider', entry -> 'livemode', entry -> 'reference', entry -> 'by', entry -> 'why',
  entry -> 'receivable', entry -> 'sales', entry -> 'tax', entry -> 'shipping',
  entry -> 'discounts', entry -> 'payments', entry -> 'disputed', entry -> 'losses',
  entry -> 'unattached', entry -> 'recorded_at')::text;

create function link_ledger_entry() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if not is_restoring() then
    perform append_chain_link('ledger_entries', new.id::text, ledger_row_text(to_jsonb(new)));
  end if;
  return null;
end
$$;

-- What there is --------------------------------------------------------------------------------

-- Payments that came in US dollars, once each: those that paid an order or were put on hold.
insert into ledger_entries
  (key, order_id, kind, at, provider, livemode, reference, by, why, payments, receivable, recorded_at)
select distinct on (event.provider, coalesce(event.reference, event.id))
  'payment:' || event.provider || ':' || coalesce(event.reference, event.id), event.order_id, 'payment',
  event.received_at, event.provider, orders.livemode, event.reference,
  'payment provider (' || event.provider || ')', 'Carried over from the payment events.',
  event.amount_cents, -event.amount_cents, event.received_at
from payment_events event join orders on orders.id = event.order_id
where event.type = 'paid' and event.outcome in ('applied', 'on hold')
  and event.amount_cents > 0 and lower(event.currency) = 'usd'
order by event.provider, coalesce(event.reference, event.id), event.received_at, event.id;

insert into ledger_entries
  (key, kind, at, provider, livemode, reference, by, why, payments, unattached, recorded_at)
select distinct on (event.provider, coalesce(event.reference, event.id))
  'payment:' || event.provider || ':' || coalesce(event.reference, event.id), 'payment',
  event.received_at, event.provider,
  coalesce((event.payload -> 'livemode')::boolean, false), event.reference,
  'payment provider (' || event.provider || ')', 'Carried over from the payment events.',
  event.amount_cents, -event.amount_cents, event.received_at
from payment_events event
where event.type = 'paid' and event.order_id is null and event.outcome = 'unknown order'
  and event.amount_cents > 0 and lower(event.currency) = 'usd'
order by event.provider, coalesce(event.reference, event.id), event.received_at, event.id
on conflict do nothing;

insert into ledger_entries
  (key, order_id, kind, at, provider, livemode, reference, by, why, receivable, sales, recorded_at)
select 'sale:' || id, id, 'sale', paid_at, payment_provider, livemode, payment_reference,
  'the shop', 'Carried over from the order.', total_cents, -total_cents, paid_at
from orders where paid_at is not null and total_cents > 0;

-- Paid by an event of which no sum is known (an older shop), or accepted for less or more.
insert into ledger_entries
  (key, order_id, kind, at, provider, livemode, reference, by, why, payments, receivable, recorded_at)
select 'payment:order:' || id, id, 'payment', paid_at, payment_provider, livemode, payment_reference,
  'the shop', 'Carried over from the order; its payment event names no sum.',
  total_cents, -total_cents, paid_at
from orders where paid_at is not null and total_cents > 0
  and not exists (select from ledger_entries where order_id = orders.id and kind = 'payment');

insert into ledger_entries
  (key, order_id, kind, at, provider, livemode, reference, by, why, discounts, receivable, recorded_at)
select 'adjustment:' || id, id, 'adjustment', paid_at, payment_provider, livemode, payment_reference,
  'the shop', 'Carried over: staff accepted less than was due.', due, -due, paid_at
from orders, lateral (select sum(receivable)::bigint as due from ledger_entries
  where order_id = orders.id) ledger
where paid_at is not null and due > 0;

-- Refunds of the order's own payment, then of others that were put on hold.
insert into ledger_entries
  (key, order_id, kind, at, provider, livemode, reference, by, why, receivable, sales, recorded_at)
select 'credit:' || id, id, 'credit', updated_at, payment_provider, livemode, payment_reference,
  'payment provider (' || payment_provider || ')', 'Carried over from the order.',
  -least(refunded_cents, total_cents), least(refunded_cents, total_cents), updated_at
from orders where refunded_cents > 0 and paid_at is not null;

insert into ledger_entries
  (key, order_id, kind, at, provider, livemode, reference, by, why, receivable, payments, recorded_at)
select 'refund:order:' || id, id, 'refund', updated_at, payment_provider, livemode, payment_reference,
  'payment provider (' || payment_provider || ')', 'Carried over from the order.',
  refunded_cents, -refunded_cents, updated_at
from orders where refunded_cents > 0;

insert into ledger_entries
  (key, order_id, kind, at, provider, livemode, reference, by, why, receivable, payments, recorded_at)
select distinct on (event.provider, event.reference)
  'refund:other:' || event.provider || ':' || event.reference, event.order_id, 'refund',
  event.received_at, event.provider, orders.livemode, event.reference,
  'payment provider (' || event.provider || ')', 'Carried over from the payment events.',
  event.amount_cents, -event.amount_cents, event.received_at
from payment_events event join orders on orders.id = event.order_id
where event.type = 'refunded' and event.outcome = 'updated' and event.amount_cents > 0
  and lower(event.currency) = 'usd' and event.reference is distinct from orders.payment_reference
order by event.provider, event.reference, event.amount_cents desc;

-- Disputes of the order's own payment; one that was won moved nothing in the end.
insert into ledger_entries
  (key, order_id, kind, at, provider, livemode, reference, by, why, disputed, payments, recorded_at)
select 'dispute opened:' || id, id, 'dispute opened', dispute_occurred_at, payment_provider, livemode,
  payment_reference, 'payment provider (' || payment_provider || ')', 'Carried over from the order.',
  amount, -amount, dispute_occurred_at
from orders, lateral (select coalesce(max(amount_cents), orders.total_cents) as amount
  from payment_events where order_id = orders.id and type like 'dispute%'
    and reference = orders.payment_reference) event
where dispute in ('open', 'lost') and paid_at is not null and amount > 0;

insert into ledger_entries
  (key, order_id, kind, at, provider, livemode, reference, by, why, losses, disputed, recorded_at)
select 'dispute lost:' || order_id, order_id, 'dispute lost', entry.at, provider, entry.livemode,
  reference, entry.by, entry.why, entry.disputed, -entry.disputed, entry.recorded_at
from ledger_entries entry join orders on orders.id = entry.order_id
where kind = 'dispute opened' and orders.dispute = 'lost';

do $$
declare
  entry record;
begin
  for entry in select id, ledger_row_text(to_jsonb(ledger_entries)) as content
    from ledger_entries order by id loop
    perform append_chain_link('ledger_entries', entry.id::text, entry.content);
  end loop;
end
$$;

create constraint trigger ledger_entries_linked after insert on ledger_entries
deferrable initially deferred for each row execute function link_ledger_entry();
create trigger ledger_entries_kept before update or delete on ledger_entries
for each row execute function refuse_change();
create trigger ledger_entries_kept_whole before truncate on ledger_entries
for each statement execute function refuse_change();

alter table orders drop column refunded_cents;
