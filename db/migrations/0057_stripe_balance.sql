-- What moved on the shop's balance at Stripe, and the names of accounts, for the journal entries of a month.

-- Balance transactions as Stripe has them (https://docs.stripe.com/api/balance_transactions), read once a day. Money
-- is in the smallest unit of its currency, cents of US dollars; below zero, it left the balance.
create table stripe_transactions (
  id text primary key check (id ~ '\S'),
  livemode boolean not null,
  -- Reporting category: charge, refund, dispute, fee, payout, and others.
  category text not null check (category ~ '\S'),
  -- Payment intent that it is of, as `reference` in the ledger; null: of no payment.
  payment text,
  -- What it came from: a charge, a refund, a dispute, a payout.
  source text,
  amount_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null check (net_cents = amount_cents - fee_cents),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  created_at timestamptz not null,
  -- The payout that sent it to the bank, once Stripe lists it.
  payout_id text,
  -- What Stripe writes of a fee; empty for what is of a payment, where it may name a buyer.
  detail text not null default ''
);
create index stripe_transactions_at on stripe_transactions (livemode, created_at);
create index stripe_transactions_payment on stripe_transactions (payment) where payment is not null;
create index stripe_transactions_payout on stripe_transactions (payout_id) where payout_id is not null;

create table stripe_payouts (
  id text primary key check (id ~ '\S'),
  livemode boolean not null,
  amount_cents bigint not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  created_at timestamptz not null,
  status text not null check (status ~ '\S'),
  -- Stripe says what an automatic payout is made of, and not of one that somebody sent.
  is_automatic boolean not null,
  -- Stripe has finished the list of its transactions, and the shop has read it.
  is_listed boolean not null default false,
  is_read boolean not null default false
);
create index stripe_payouts_at on stripe_payouts (livemode, created_at);
create index stripe_payouts_unread on stripe_payouts (created_at) where is_listed and not is_read;

-- How far the balance was read. An open problem is tried again after an hour.
create table stripe_balance_reads (
  livemode boolean primary key,
  read_until timestamptz not null,
  tried_at timestamptz not null,
  problem text check (problem in ('not allowed', 'unavailable'))
);

-- Names and codes of accounts in the accountant's program. Versions are only added.
create table journal_accounts (
  id bigint generated always as identity primary key,
  names jsonb not null,
  codes jsonb not null,
  tax_rate text not null check (tax_rate ~ '\S'),
  at timestamptz not null,
  by text not null check (by ~ '\S')
);
create trigger journal_accounts_kept before update or delete on journal_accounts
for each row execute function refuse_change();

-- A month of metal, of parcels, and of wires is found without the rest.
create index metal_entries_day on metal_entries (livemode, day);
create index parcels_sent on parcels (sent_at);
create index orders_wire_payment on orders (payment_reference) where pay_by = 'wire';
