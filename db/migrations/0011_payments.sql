-- What the payment provider reported, and payments outside of it.

create table payment_events (
  -- The provider's own id: the same event received twice is refused the second time.
  id text primary key check (id ~ '\S'),
  provider text not null check (provider in ('test', 'stripe')),
  type text not null check (type ~ '\S'),
  order_id text references orders,
  amount_cents bigint check (amount_cents >= 0),
  currency text,
  outcome text not null check (outcome ~ '\S'),
  payload jsonb not null,
  received_at timestamptz not null,
  -- A payment that is on hold may be accepted by a person later: then the order needs to know by whom and
  -- by what payment it was paid, and where it goes. Where it is refunded, staff need to know to whom.
  reference text,
  email text,
  shipping_address jsonb
    check (shipping_address is null or jsonb_typeof(shipping_address) = 'object'),
  -- When the provider says it happened, which may be long before it was received.
  occurred_at timestamptz,
  -- Found because the shop asked, and not because it was notified: a lost webhook.
  reconciled boolean not null default false,
  -- As in audit_log: who paid is in the hash as a salted digest, and can be erased.
  personal_digest text check (personal_digest ~ '^[0-9a-f]{64}$'),
  personal_salt text,
  -- Live and test are never mixed: an event keeps whether a real card was charged, as its order does
  -- (docs/decisions/007-the-life-of-an-order.md).
  livemode boolean not null,
  -- The provider's id of the refund or dispute it is about: its events come in any order.
  object_id text,
  check (personal_salt is null or personal_digest is not null),
  check (provider <> 'test' or not livemode)
);

create index payment_events_order on payment_events (order_id, received_at);
-- Refunds and disputes find their order by the payment they name.
create index payment_events_reference on payment_events (reference) where reference is not null;
create index payment_events_received on payment_events (received_at desc);
-- The payer of a payment on hold is known from the payment alone; the search looks there too.
create index payment_events_on_hold on payment_events (order_id) where outcome = 'on hold';
-- Payments that no order here was placed for: by a payment link or another program, of the other mode than
-- the order they name, or a wire to the account number of no order.
create index payment_events_without_order on payment_events (received_at desc, id collate "C")
  where type in ('paid', 'transferred') and outcome = 'unknown order';
-- The page of an order asks for the payments of its buyer: without this index the database folds the
-- address of every payment event there is, 0.7 s with 100,000 orders.
create index payment_events_email on payment_events (email_key(email)) where email is not null;

create function payment_personal(entry jsonb) returns jsonb
language sql immutable strict parallel safe
return jsonb_build_array(entry -> 'email', entry -> 'shipping_address', entry -> 'payload');

create function payment_row_text(entry jsonb) returns text
language sql immutable strict parallel safe
return jsonb_build_array(
  entry -> 'id', entry -> 'provider', entry -> 'type', entry -> 'order_id', entry -> 'amount_cents',
  entry -> 'currency', entry -> 'outcome', entry -> 'reference', entry -> 'occurred_at',
  entry -> 'reconciled', entry -> 'received_at', entry -> 'personal_digest')::text;

create function seal_payment_event() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if is_restoring() then return new; end if;
  new.personal_salt := gen_random_uuid()::text;
  new.personal_digest := sha256_hex(new.personal_salt || payment_personal(to_jsonb(new))::text);
  return new;
end
$$;

-- An event that came before its payment gets its order and outcome later, and another link then.
create function link_payment_event() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if not is_restoring() then
    perform append_chain_link('payment_events', new.id, payment_row_text(to_jsonb(new)));
  end if;
  return null;
end
$$;

create trigger payment_events_sealed before insert on payment_events
for each row execute function seal_payment_event();
create constraint trigger payment_events_linked
after insert or update of order_id, outcome on payment_events
deferrable initially deferred for each row execute function link_payment_event();

-- What staff wrote about a payment; `settles`: nothing more is to be done about it.
create table payment_notes (
  id text primary key default gen_random_uuid()::text,
  event_id text not null references payment_events (id),
  at timestamptz not null,
  by text not null check (by <> ''),
  text text not null check (char_length(text) between 1 and 500),
  settles boolean not null default false
);

create index payment_notes_event on payment_notes (event_id, at);

-- Offline payments --------------------------------------------------------------------------------

-- Money that staff received for an order they made (docs/decisions/048-staff-orders.md).
create table hand_payments (
  id text primary key,
  order_id text not null references orders,
  key text not null unique check (key ~ '\S'),
  -- A bank check is a cashier's check or a money order, which may count as cash (Form 8300).
  kind text not null check (kind in ('cash', 'check', 'bank check', 'wire')),
  amount_cents bigint not null check (amount_cents > 0),
  -- Whose money it was; empty once it was erased.
  payer text not null,
  -- Number of the check, reference of the wire; may be empty.
  reference text not null default '',
  received_on date not null,
  by text not null check (by ~ '\S'),
  at timestamptz not null
);
create index hand_payments_order on hand_payments (order_id, at);
create index hand_payments_cash on hand_payments (received_on) where kind in ('cash', 'bank check');

-- What was received stays; who paid may be erased.
create function keep_hand_payment() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - '{payer,reference}'::text[] is distinct from to_jsonb(new) - '{payer,reference}'::text[]
  then
    raise exception 'A payment that was recorded is not changed';
  end if;
  return new;
end
$$;
create trigger hand_payments_kept before update on hand_payments
for each row execute function keep_hand_payment();
create trigger hand_payments_kept_whole before delete on hand_payments
for each row execute function refuse_change();

-- Which reports of cash to the IRS (Form 8300) staff have filed: of the customer of an order, for the day on
-- which the cash went above $10,000, and the sum by then. Without it the duty stays on the first page of the
-- dashboard.
create table form_8300_filings (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  crossed_on date not null,
  sum_cents bigint not null check (sum_cents > 1000000),
  filed_by text not null check (filed_by ~ '\S'),
  filed_at timestamptz not null,
  unique (order_id, crossed_on, sum_cents)
);
create trigger form_8300_filings_kept before update or delete on form_8300_filings
for each row execute function refuse_change();
