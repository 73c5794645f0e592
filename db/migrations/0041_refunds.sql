-- Refunds: who asked for which, what it takes back of the sale, and what became of it at the payment
-- provider (docs/decisions/039-refunds.md). The money itself stands in the ledger alone.

-- breaking: an earlier version keeps no refunds, and would count those made here as made elsewhere.

set local timezone = 'UTC';

create table refunds (
  id text primary key,
  -- Null: of a payment that belongs to no order.
  order_id text references orders,
  -- Of the form that asked for it, or of what the provider said: the same again is the same refund.
  key text not null unique check (key ~ '\S'),
  -- Asked for here, or made at the payment provider.
  origin text not null check (origin in ('shop', 'provider')),
  provider text not null check (provider ~ '\S'),
  livemode boolean not null,
  -- The provider's id of the payment it is of.
  reference text not null check (reference ~ '\S'),
  amount_cents bigint not null check (amount_cents > 0),
  -- What it takes back of the sale; less than the amount where the buyer was owed the rest anyway.
  goods_cents bigint not null check (goods_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  shipping_cents bigint not null check (shipping_cents >= 0),
  discount_cents bigint not null check (discount_cents >= 0),
  -- Lines of the order it is for: position, name, size, quantity, amountCents.
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  -- For staff, and a sentence for the buyer.
  reason text not null check (reason ~ '\S'),
  note text not null default '',
  by text not null check (by ~ '\S'),
  at timestamptz not null,
  -- requested: not known to have arrived at the provider. refused: nothing was moved. failed: the money came back.
  state text not null check (state in ('requested', 'pending', 'succeeded', 'failed', 'refused')),
  provider_id text unique check (provider_id ~ '\S'),
  -- Why it was refused or failed.
  problem text,
  settled_at timestamptz,
  -- When the provider was last asked.
  asked_at timestamptz,
  -- `CN-2026-0001`; numbers have no gaps within a year, those of test payments apart.
  credit_note_year integer,
  credit_note_number integer check (credit_note_number > 0),
  check (goods_cents + tax_cents + shipping_cents - discount_cents between 0 and amount_cents),
  check ((credit_note_year is null) = (credit_note_number is null)),
  unique (livemode, credit_note_year, credit_note_number)
);

create index refunds_order on refunds (order_id, at);
create index refunds_reference on refunds (reference);
create index refunds_requested on refunds (at) where state = 'requested';

-- What was asked for never changes; what became of it does.
create function keep_refund() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - '{order_id,state,provider_id,problem,settled_at,asked_at}'::text[]
    is distinct from to_jsonb(new) - '{order_id,state,provider_id,problem,settled_at,asked_at}'::text[]
  then
    raise exception 'A refund that was asked for is not changed';
  end if;
  return new;
end
$$;

create trigger refunds_kept before update on refunds
for each row execute function keep_refund();
create trigger refunds_kept_whole before delete on refunds
for each row execute function refuse_change();

-- The provider's id of the refund or dispute an event is about: its events come in any order.
alter table payment_events add column object_id text;
update payment_events set object_id = payload #>> '{object,id}'
where type in ('refunded', 'refund failed', 'dispute open', 'dispute won', 'dispute lost');

-- Refunds there are; no credit note was written for them.
insert into refunds (id, order_id, key, origin, provider, livemode, reference, amount_cents,
  goods_cents, tax_cents, shipping_cents, discount_cents, reason, by, at, state, settled_at)
select gen_random_uuid()::text, refund.order_id, 'carried over:' || refund.reference, 'provider',
  refund.provider, refund.livemode, refund.reference, refund.cents, 0, 0, 0, 0,
  'Made at the payment provider', 'payment provider (' || refund.provider || ')', refund.at,
  'succeeded', refund.at
from (select order_id, provider, livemode, reference, -sum(payments)::bigint as cents, max(at) as at
  from ledger_entries where kind = 'refund' and order_id is not null and reference is not null
  group by order_id, provider, livemode, reference) refund;
