-- What card payments need beyond a test page: money that goes back, payments that take days, and
-- events that overtake each other.

alter table orders
  -- Given back in all, as the provider last told. A full refund is a state of the order as well.
  add column refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  -- How the buyer's dispute with their bank stands, and when that was told: news overtake each
  -- other, and the latest counts.
  add column dispute text check (dispute in ('open', 'won', 'lost')),
  add column dispute_told_at timestamptz,
  -- The shopper is done and the money is on its way (a bank debit takes days): such an order does
  -- not run out.
  add column payment_underway_at timestamptz,
  -- When the provider was last asked about it.
  add column payment_asked_at timestamptz,
  add check ((dispute is null) = (dispute_told_at is null));

alter table payment_events
  -- When the provider says it happened, which may be long before it was received.
  add column told_at timestamptz,
  -- Found because the shop asked, and not because it was told: a lost webhook.
  add column asked boolean not null default false;

-- Refunds and disputes find their order by the payment they name.
create index payment_events_reference on payment_events (reference) where reference is not null;
create index payment_events_received on payment_events (received_at desc);
-- The job that asks the provider looks for these.
create index orders_to_ask_about on orders (created_at)
  where state = 'pending' and payment_session is not null;
