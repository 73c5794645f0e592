-- Orders, their lines and their history. Nothing cascades: a row that others refer to cannot be deleted.

create table orders (
  id text primary key,
  number text not null unique check (number ~ '\S'),
  token text not null unique check (char_length(token) >= 16),
  state text not null
    check (state in ('pending', 'paid', 'fulfilled', 'refunded', 'expired', 'cancelled')),
  -- A quote becomes one order, however often its button is pressed.
  quote_id text not null unique,
  -- What is due without tax that the payment page adds: the lines less the discount.
  total_cents bigint not null check (total_cents >= 0),
  currency text not null check (currency = 'usd'),
  email text,
  shipping_address jsonb
    check (shipping_address is null or jsonb_typeof(shipping_address) = 'object'),
  gold_price_per_ounce numeric(20, 4) not null check (gold_price_per_ounce > 0),
  gold_price_per_gram numeric(20, 4) not null check (gold_price_per_gram > 0),
  gold_source text not null check (gold_source ~ '\S'),
  gold_taken_at timestamptz not null,
  payment_provider text not null check (payment_provider in ('test', 'stripe')),
  payment_session text unique,
  payment_url text,
  payment_reference text,
  -- Why its payment is on hold.
  hold_reason text,
  -- The tracking numbers of all parcels in one text, for the search and the lists; kept by a trigger.
  tracking text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  expires_at timestamptz not null,
  -- How the buyer's dispute with their bank ended, and when the provider says so: events overtake each
  -- other, and the latest counts.
  dispute text check (dispute in ('open', 'won', 'lost')),
  dispute_occurred_at timestamptz,
  -- The shopper is done and the money is on its way (a bank debit takes days): such an order does not
  -- expire.
  payment_processing_at timestamptz,
  -- When the provider was last asked about it.
  payment_reconciled_at timestamptz,
  -- The last correction of the gold price that was known to the quote it was placed with; null: none.
  gold_corrected_at timestamptz,
  -- True where a real card is charged; false for the shop's own test payments and Stripe's test mode.
  -- Stored with the order, so that its mark stays true when the key is changed.
  livemode boolean not null,
  -- Bought by Buy Now, not from the cart: a canceled payment leads back to the piece.
  buy_now boolean not null default false,
  -- Staff act on the order they saw: a change in between raises the revision, and nothing is done.
  revision integer not null default 1 check (revision > 0),
  -- Whose unpaid orders are counted together: a keyed hash of the client's network, no address, and
  -- cleared after a day (docs/decisions/006-the-signed-quote.md).
  client_hash text check (char_length(client_hash) = 43),
  -- The price it was placed at, in gold_price_history; null: none, or not stored.
  gold_price_id bigint,
  -- When that price was withdrawn, and when staff decided to keep the sale anyway.
  price_withdrawn_at timestamptz,
  price_honored_at timestamptz,
  -- Whether the payment page adds tax. Stored with the order: its payment page follows from it alone.
  with_tax boolean not null default false,
  -- When the provider was last asked for the tax of its lines, and when that was stored.
  line_taxes_asked_at timestamptz,
  line_taxes_known_at timestamptz,
  -- The number of its holds that are not released; counted by a trigger.
  open_holds integer not null default 0 check (open_holds >= 0),
  -- Whether its payment page requests 3-D Secure of every card, or leaves it to the provider.
  three_d_secure text not null default 'any' check (three_d_secure in ('any', 'automatic')),
  -- What staff must review: money that does not fit, what must not be sent, a withdrawn price.
  needs_review boolean not null generated always as (
    hold_reason is not null
    or open_holds > 0
    or (price_withdrawn_at is not null and price_honored_at is null and state in ('paid', 'fulfilled'))
  ) stored,
  -- By card, or by bank at a lower price (docs/decisions/042-bank-price.md).
  pay_by text not null default 'card' check (pay_by in ('card', 'debit', 'wire')),
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  payment_customer text unique,
  -- The work on it; null until it is paid (docs/decisions/043-steps-and-ship-by.md).
  step text check (step in ('paid', 'making', 'ready', 'sent', 'delivered', 'return')),
  -- A day on the shop's clock, from what the shop promised when it was paid.
  ship_by date,
  -- Placed on the shop's pages, or made by staff, and by whom (docs/decisions/048-staff-orders.md).
  origin text not null default 'web' constraint orders_origin_check check (origin in ('web', 'staff')),
  made_by text,
  -- The sales tax that staff agreed to, in percent, and of which state; null: none, or its payment page
  -- adds it.
  tax_rate numeric(7, 4) constraint orders_tax_rate_check check (tax_rate > 0 and tax_rate <= 20),
  tax_state text,
  tax_cents bigint not null default 0,
  -- What goes with the pieces as a gift: plain text of the buyer, on the packing slip. Null: nothing.
  gift_note text constraint orders_gift_note_length check (char_length(gift_note) between 1 and 300),
  -- When the payment provider was last asked about an address, name or email address that is missing.
  buyer_asked_at timestamptz,
  -- What staff look an order up by. A search reads an index of it instead of 100,000 whole rows. No row of
  -- an index may be longer than 2,704 bytes, so the text ends after 600 characters; what is never long
  -- comes first. The parts are separated by line ends, which no search term holds.
  search_text text not null generated always as (
    left(
      folded(number) || chr(10) ||
      without_gaps(number) || chr(10) ||
      left(search_folded(coalesce(tracking, '')), 80) || chr(10) ||
      left(without_gaps(search_folded(coalesce(tracking, ''))), 80) || chr(10) ||
      left(folded(coalesce(payment_reference, '')), 80) || chr(10) ||
      left(folded(coalesce(payment_session, '')), 80) || chr(10) ||
      left(search_folded(shown_email(coalesce(email, ''))), 254) || chr(10) ||
      search_folded(coalesce(shipping_address ->> 'name', '')),
      600)
  ) stored,
  -- Sales tax of a payment by bank. The payment page computes it by the address that is entered there, days
  -- before the money comes, so that what a wire must come to, and what a debit will charge, is known when
  -- the buyer is done on that page. Null: not known yet, or paid by card.
  page_tax_cents bigint check (page_tax_cents >= 0),
  -- Until when a wire must arrive, as it was promised.
  wire_due_by timestamptz,
  check (expires_at > created_at),
  check (updated_at >= created_at),
  -- What was paid, sent or refunded was paid at some time.
  check (state not in ('paid', 'fulfilled', 'refunded') or paid_at is not null),
  check ((dispute is null) = (dispute_occurred_at is null)),
  check (payment_provider <> 'test' or not livemode),
  check (price_honored_at is null or price_withdrawn_at is not null),
  check (pay_by <> 'card' or discount_cents = 0),
  check ((step is null) = (state in ('pending', 'expired', 'cancelled'))),
  check (state <> 'paid' or step in ('paid', 'making', 'ready')),
  check (state <> 'fulfilled' or step in ('sent', 'delivered', 'return')),
  -- A return has its own row and state; nothing ever sets the step of an order to it.
  constraint orders_step_not_return_check check (step <> 'return'),
  constraint orders_made_by_check check ((origin = 'staff') = (made_by is not null)),
  constraint orders_tax_state_check check ((tax_state is null) = (tax_rate is null)),
  constraint orders_tax_cents_check check (tax_cents >= 0 and (tax_cents = 0 or tax_rate is not null)),
  constraint orders_tax_origin_check check (tax_rate is null or origin = 'staff'),
  constraint orders_page_tax
    check (page_tax_cents is null or (with_tax and pay_by in ('debit', 'wire')))
);

create table order_lines (
  order_id text not null references orders,
  position integer not null check (position >= 0),
  -- No reference: a product may be deleted, what was sold stays with the order.
  product_id text not null,
  name text not null check (name ~ '\S'),
  size text not null check (size ~ '\S'),
  weight_mg bigint not null check (weight_mg > 0),
  price_per_gram numeric(20, 4) not null check (price_per_gram > 0),
  metal_value_cents bigint not null check (metal_value_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  unit_price_cents bigint not null,
  quantity integer not null check (quantity between 1 and 99),
  line_total_cents bigint not null,
  tax_code text check (tax_code ~ '^txcd_[0-9]{8}$'),
  discount_cents bigint not null default 0,
  -- What is engraved on each piece of the line, and what that costs. The text may name people: it is
  -- erased with the data of its buyer, and is in no hash; its fee stays, and follows from the hashed sums.
  engraving text
    constraint order_lines_engraving_length check (char_length(engraving) between 1 and 60),
  engraving_fee_cents bigint not null default 0
    constraint order_lines_engraving_fee check (engraving_fee_cents >= 0),
  -- Height by width as the catalog had it when it was ordered, in short: `19 × 19 mm`. Null where the
  -- catalog had none, and of pieces that staff described themselves.
  measures text
    constraint order_lines_measures check (measures ~ '\S' and char_length(measures) <= 60),
  -- As the product was when it was sold.
  final_sale boolean not null default false,
  primary key (order_id, position),
  constraint order_lines_unit_price
    check (unit_price_cents = metal_value_cents + fee_cents + engraving_fee_cents),
  constraint order_lines_line_total check (line_total_cents = unit_price_cents * quantity),
  constraint order_lines_discount check (discount_cents between 0 and line_total_cents)
);

-- Neither the fee of an engraving nor whether there is one changes: both were sold. Its text is corrected
-- until its piece is sent, and erased with the data of its buyer.
create function order_lines_keep_engraving() returns trigger language plpgsql as $$
begin
  if new.engraving_fee_cents <> old.engraving_fee_cents
    or new.engraving is distinct from old.engraving and new.engraving is not null and (
      old.engraving is null or not is_restoring() and exists (
        select from parcel_lines where order_id = new.order_id and line = new.position))
  then
    raise exception 'the engraving of an order is not changed';
  end if;
  return new;
end
$$;

create trigger order_lines_engraving_kept before update on order_lines
for each row execute function order_lines_keep_engraving();

create table order_history (
  id bigserial primary key,
  order_id text not null references orders,
  from_state text
    check (from_state in ('pending', 'paid', 'fulfilled', 'refunded', 'expired', 'cancelled')),
  to_state text not null
    check (to_state in ('pending', 'paid', 'fulfilled', 'refunded', 'expired', 'cancelled')),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  why text not null check (why ~ '\S'),
  -- Who made a change, so that nobody has to guess it from a name.
  actor text not null check (actor in ('shopper', 'staff', 'payment provider', 'system')),
  from_step text,
  to_step text
);

create index order_history_order on order_history (order_id, at);

-- Staff enter and correct the buyer's address until an order is sent. The address before is stored apart
-- from the history, whose rows never change: it is erased with the buyer's data.
create table order_addresses (
  id bigint generated always as identity primary key,
  order_id text not null references orders (id),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  -- As they were until then; null where there was none, and in part once they are erased.
  email text,
  shipping_address jsonb check (jsonb_typeof(shipping_address) = 'object'),
  -- Which parts of them were changed, by name.
  changed text[] not null check (cardinality(changed) > 0),
  -- The sales tax of the order was computed by this address; the tax report goes by it.
  is_taxed boolean not null default false
);

create index order_addresses_order on order_addresses (order_id, id);
create unique index order_addresses_taxed on order_addresses (order_id) where is_taxed;

-- What an engraving was before a correction. Apart from the history for the same reason.
create table order_engravings (
  id bigint generated always as identity primary key,
  order_id text not null,
  -- The position of its line.
  line integer not null,
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  -- Null once they are erased.
  before text,
  after text,
  constraint order_engravings_line_fkey foreign key (order_id, line)
    references order_lines (order_id, position)
);
create index order_engravings_order on order_engravings (order_id, id);

-- The step begins with the payment and follows what was sent, also where a person writes the state.
create function follow_state() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.state is not distinct from old.state or new.step is distinct from old.step then
      return new;
    end if;
  elsif new.step is not null then
    return new;
  end if;
  new.step := case
    when new.state = 'fulfilled' then 'sent'
    when new.state in ('paid', 'refunded') then coalesce(new.step, 'paid')
  end;
  return new;
end
$$;
create trigger orders_follow_state before insert or update of state, step on orders
for each row execute function follow_state();
