-- breaking: payment events have a mode that must be written; a program of before does not write it
-- Live and test are never mixed: an event keeps whether a real card was charged, as its order does
-- (0013). And what staff note about payments that belong to no order
-- (docs/decisions/038-live-and-test.md).

alter table payment_events add column livemode boolean;

-- Stripe says the mode in each event; what the shop found by asking it has its order's, or that of the
-- session in its name, cs_test_… or cs_live_….
update payment_events set livemode = case
  when provider = 'test' then false
  when payload ->> 'livemode' in ('true', 'false') then (payload ->> 'livemode')::boolean
  else coalesce(
    (select orders.livemode from orders where orders.id = payment_events.order_id),
    coalesce(payload #>> '{object,id}', '') not like 'cs\_test\_%')
end;

alter table payment_events alter column livemode set not null;
alter table payment_events add check (provider <> 'test' or not livemode);

-- Payments that no order here was placed for: sold by a payment link or another program, or of the
-- other mode than the order they name.
create index payment_events_without_order on payment_events (received_at desc, id collate "C")
  where type = 'paid' and outcome = 'unknown order';

-- Which mode orders are of, and one mode's newest.
create index orders_by_mode on orders (livemode, created_at desc, id collate "C");

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
