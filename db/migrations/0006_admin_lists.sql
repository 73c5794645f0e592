-- What the admin area's list of orders needs, so that it answers at once however many there are.

-- Newest first, of all orders, of one state, and of those that wait for a look by staff. The id
-- settles equal times, by its bytes, the same on every server. They replace the two of the first
-- file, which knew no id and so no fixed order.
create index orders_newest on orders (created_at desc, id collate "C");
create index orders_by_state on orders (state, created_at desc, id collate "C");
create index orders_held on orders (created_at desc, id collate "C") where held_reason is not null;
drop index orders_created;
drop index orders_state;

-- What staff look an order up by, kept by the database as in products: a number read aloud, an
-- e-mail address, the name on the parcel, a tracking text, the provider's name of the payment. The
-- parts are parted by line ends, which no search term holds.
alter table orders add column search_text text not null generated always as (
  folded(number) || chr(10) ||
  folded(coalesce(email, '')) || chr(10) ||
  folded(single_spaced(coalesce(shipping_address ->> 'name', ''))) || chr(10) ||
  folded(single_spaced(coalesce(tracking, ''))) || chr(10) ||
  folded(coalesce(payment_reference, '')) || chr(10) ||
  folded(coalesce(payment_session, ''))
) stored;

-- A payment that was held may be accepted by a person later: then the order needs to know by whom
-- it was paid, by what payment, and where it goes. Where it is given back, staff need to know to whom.
alter table payment_events
  add column reference text,
  add column email text,
  add column shipping_address jsonb
    check (shipping_address is null or jsonb_typeof(shipping_address) = 'object');
