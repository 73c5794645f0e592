-- Buyers: one row for each email address and mode, maintained by the database itself, so that the list of
-- customers does not read all orders; what staff note about them; and the links by which buyers find their
-- orders.

create table customers (
  id text primary key default gen_random_uuid()::text,
  -- email_key(orders.email)
  email text not null,
  livemode boolean not null,
  -- As on the latest of their orders that has one.
  name text,
  orders integer not null check (orders >= 0),
  first_paid_at timestamptz not null,
  last_paid_at timestamptz not null,
  -- Stored: folding 100,000 customers at each search took seconds.
  search_text text not null generated always as (
    search_folded(coalesce(name, '')) || E'\n' || search_folded(email)) stored,
  unique (email, livemode)
);

create index customers_latest on customers (livemode, last_paid_at desc, id collate "C");
-- The search of the admin area finds what begins as typed.
create index customers_email_start on customers ((search_folded(email)) collate "C");
create index customers_name_start on customers ((search_folded(name)) collate "C")
where name is not null;
create index customers_last_name_start
on customers ((search_folded(regexp_replace(name, '^.* ', ''))) collate "C")
where name is not null;

create table customer_notes (
  id text primary key default gen_random_uuid()::text,
  -- email_key(orders.email), of both modes
  email text not null check (email <> ''),
  at timestamptz not null,
  by text not null check (by <> ''),
  text text not null check (char_length(text) between 1 and 2000)
);

create index customer_notes_email on customer_notes (email, at desc);

create function count_customer(mail text, mode boolean) returns void language plpgsql as $$
begin
  -- Takes the row, so that of two orders paid at once the second counts both: the next statement sees
  -- what was committed before this one went on.
  insert into customers (email, livemode, orders, first_paid_at, last_paid_at)
  values (mail, mode, 0, now(), now())
  on conflict (email, livemode) do update set orders = excluded.orders;
  update customers set name = paid.name, orders = paid.orders,
    first_paid_at = paid.first_paid_at, last_paid_at = paid.last_paid_at
  from (
    select count(*)::int as orders, min(paid_at) as first_paid_at, max(paid_at) as last_paid_at,
      (array_agg(shipping_address ->> 'name' order by paid_at desc, id)
        filter (where shipping_address ->> 'name' <> ''))[1] as name
    from orders where email_key(orders.email) = mail and orders.livemode = mode and paid_at is not null
  ) paid
  where customers.email = mail and customers.livemode = mode and paid.orders > 0;
  delete from customers where email = mail and livemode = mode and customers.orders = 0;
end
$$;

create function follow_customer() returns trigger language plpgsql as $$
begin
  if is_restoring() then return null; end if;
  if tg_op <> 'INSERT' and old.email is not null and old.paid_at is not null
    and (tg_op = 'DELETE' or email_key(old.email) is distinct from email_key(new.email)) then
    perform count_customer(email_key(old.email), old.livemode);
  end if;
  if tg_op <> 'DELETE' and new.email is not null and new.paid_at is not null then
    perform count_customer(email_key(new.email), new.livemode);
  end if;
  return null;
end
$$;

create trigger orders_followed after insert or delete on orders
for each row execute function follow_customer();
create trigger orders_followed_on after update of email, paid_at, shipping_address on orders
for each row when (old.email is distinct from new.email or old.paid_at is distinct from new.paid_at
  or old.shipping_address is distinct from new.shipping_address)
execute function follow_customer();

-- Who asked for the orders of an email address, the link they were emailed, and the session it opened
-- (docs/decisions/033-privacy.md). Links and sessions are stored as hashes: nobody who reads this
-- table can open one. Rows are deleted automatically.
create table find_order_links (
  -- Random, 16 bytes as base64url.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  -- As it was entered.
  email text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  -- When the email was queued; a request for an address without orders is deleted instead.
  answered_at timestamptz,
  -- SHA-256 of the link's last part, once the email is written.
  token_hash text unique,
  -- It works once.
  opened_at timestamptz,
  session_hash text unique,
  session_ends_at timestamptz,
  check (num_nulls(opened_at, session_hash, session_ends_at) in (0, 3))
);
create index find_order_links_unanswered on find_order_links (asked_at) where answered_at is null;
