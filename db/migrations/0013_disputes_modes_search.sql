-- What orders lacked: a dispute that staff must look at, the mode a payment was made in, where a
-- checkout began, and a search that finds names without their accents and numbers without dashes.

alter table orders
  -- True where a real card is charged; false for the shop's own test payments and Stripe's test
  -- mode. Kept with the order, so that its mark stays true when the key is changed.
  add column livemode boolean not null default false,
  -- Bought by Buy Now, not from the cart: a cancelled payment leads back to the piece.
  add column buy_now boolean not null default false,
  -- When staff looked at a dispute that was lost.
  add column dispute_reviewed_at timestamptz;

-- Stripe names the mode in the id of a session: cs_test_…, cs_live_….
update orders set livemode = true
  where payment_provider = 'stripe' and payment_session is not null
    and payment_session not like 'cs\_test\_%';
alter table orders alter column livemode drop default;
alter table orders add check (payment_provider <> 'test' or not livemode);

-- What waits for a look by staff: held money, an open dispute, and a lost one nobody looked at.
alter table orders add column needs_review boolean not null generated always as (
  held_reason is not null
  or coalesce(dispute = 'open', false)
  or coalesce(dispute = 'lost' and dispute_reviewed_at is null, false)
) stored;
create index orders_needing_review on orders (created_at desc, id collate "C") where needs_review;
drop index orders_held;

alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (kind in (
  'order-paid-buyer', 'order-paid-staff', 'order-fulfilled-buyer', 'order-tracking-buyer',
  'order-refunded-buyer', 'order-held-staff',
  'order-dispute-open-staff', 'order-dispute-won-staff', 'order-dispute-lost-staff'
));

-- Folded, and without accents: "Zoë Łuczak" is found by "zoe luczak". The same rule in the program:
-- app/.server/queries/order-search.ts.
create function without_accents(value text) returns text
language sql immutable strict parallel safe
return replace(replace(replace(replace(translate(
  regexp_replace(normalize(folded(value), NFD), '[\u0300-\u036f]', '', 'g'),
  'øłđðħı', 'olddhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

-- Order and tracking numbers are read aloud and pasted with and without their dashes and blanks.
create function without_gaps(value text) returns text
language sql immutable strict parallel safe
return regexp_replace(folded(value), '[- \t\n\r\f\v\u00a0]', '', 'g');

alter table orders drop column search_text;
alter table orders add column search_text text not null generated always as (
  folded(number) || chr(10) ||
  without_gaps(number) || chr(10) ||
  without_accents(coalesce(email, '')) || chr(10) ||
  without_accents(single_spaced(coalesce(shipping_address ->> 'name', ''))) || chr(10) ||
  without_accents(single_spaced(coalesce(tracking, ''))) || chr(10) ||
  without_gaps(coalesce(tracking, '')) || chr(10) ||
  folded(coalesce(payment_reference, '')) || chr(10) ||
  folded(coalesce(payment_session, ''))
) stored;

-- The payer of a held payment stands with the payment alone; the search looks there too.
create index payment_events_held on payment_events (order_id) where outcome = 'held';
