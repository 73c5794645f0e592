-- The money of orders: ledger, refunds, taxes and the numbers of receipts.

-- What was sold, paid, refunded, disputed (docs/decisions/036-ledger.md). An entry moves cents between
-- accounts and adds up to zero; it is never changed. What an order owes, and what may still be refunded, is
-- a sum of its entries.
create table ledger_entries (
  id bigint generated always as identity primary key,
  -- What it came from, `payment:stripe:pi_1`: the same again is no second entry.
  key text not null unique check (key ~ '\S'),
  -- Null: a payment that belongs to no order.
  order_id text references orders,
  kind text not null check (kind ~ '^[a-z]+( [a-z]+)*$'),
  -- When it happened, as the payment provider reports where it does.
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

-- What orders are owed is summed by the index alone.
create index ledger_entries_order on ledger_entries (order_id, id) include (receivable);
create index ledger_entries_reference on ledger_entries (reference) where reference is not null;
create index ledger_entries_at on ledger_entries (at, id);
-- What was sold since a day, on the first page of the dashboard.
create index ledger_entries_sold on ledger_entries (at) include (order_id, livemode, sales, discounts)
  where kind = 'sale';

-- Hashed as orders and payment events are.
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

create constraint trigger ledger_entries_linked after insert on ledger_entries
deferrable initially deferred for each row execute function link_ledger_entry();
create trigger ledger_entries_kept before update or delete on ledger_entries
for each row execute function refuse_change();
create trigger ledger_entries_kept_whole before truncate on ledger_entries
for each statement execute function refuse_change();

-- Refunds -----------------------------------------------------------------------------------------

-- Who requested which, what it reverses of the sale, and what became of it at the payment provider
-- (docs/decisions/039-refunds.md). The money itself is in the ledger alone.
create table refunds (
  id text primary key,
  -- Null: of a payment that belongs to no order.
  order_id text references orders,
  -- Of the form that requested it, or of what the provider reported: the same again is the same refund.
  key text not null unique check (key ~ '\S'),
  -- Requested here, or made at the payment provider.
  origin text not null check (origin in ('shop', 'provider')),
  provider text not null check (provider ~ '\S'),
  livemode boolean not null,
  -- The provider's id of the payment it is of.
  reference text not null check (reference ~ '\S'),
  amount_cents bigint not null check (amount_cents > 0),
  -- What it reverses of the sale; less than the amount where the buyer was owed the rest anyway.
  goods_cents bigint not null check (goods_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  shipping_cents bigint not null check (shipping_cents >= 0),
  discount_cents bigint not null check (discount_cents >= 0),
  -- Lines of the order it is for: position, name, size, quantity, amountCents.
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  -- For staff, and a message for the buyer.
  reason text not null check (reason ~ '\S'),
  note text not null default '',
  by text not null check (by ~ '\S'),
  at timestamptz not null,
  -- requested: not known to have arrived at the provider. refused: no money was sent. failed: the money
  -- came back.
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

-- What was requested never changes; what became of it does.
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

-- Taxes and receipts ------------------------------------------------------------------------------

-- What one jurisdiction charged on one line (docs/decisions/040-sales-tax.md). The sum of an order's tax is
-- in the ledger.
create table order_taxes (
  order_id text not null,
  line integer not null,
  -- Of several jurisdictions, in the provider's order.
  position integer not null check (position >= 0),
  -- Two letters; empty where the provider names none.
  state text not null,
  level text not null,
  name text not null check (name ~ '\S'),
  -- Percent.
  rate numeric(9, 4) not null check (rate >= 0),
  taxable_cents bigint not null check (taxable_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  primary key (order_id, line, position),
  foreign key (order_id, line) references order_lines (order_id, position)
);

create trigger order_taxes_kept before update or delete on order_taxes
for each row execute function refuse_change();

-- Every paid order has a receipt with a number (docs/decisions/045-receipts.md). What a receipt says follows
-- from the order and its ledger; only the number is stored here.
create table receipts (
  order_id text primary key references orders,
  -- Test payments are counted apart.
  livemode boolean not null,
  -- From 1, without gaps.
  number integer not null check (number > 0),
  unique (livemode, number)
);

create trigger receipts_kept before update or delete on receipts
for each row execute function refuse_change();
create trigger receipts_kept_whole before truncate on receipts
for each statement execute function refuse_change();

-- Given in the transaction that makes an order paid, whatever makes it so. Of two at once the second waits
-- for the end of the first, so a payment that is rolled back leaves no gap.
create function number_receipt() returns trigger language plpgsql as $$
begin
  if is_restoring() or exists (select from receipts where order_id = new.id) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('receipts'));
  insert into receipts (order_id, livemode, number)
  select new.id, new.livemode, coalesce(max(number), 0) + 1
  from receipts where livemode = new.livemode;
  return null;
end
$$;

create trigger orders_receipt after insert or update of paid_at on orders
for each row when (new.paid_at is not null) execute function number_receipt();
