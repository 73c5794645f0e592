-- Whoever bought, one row for each e-mail address and mode, kept by the database itself, so that the
-- list of customers needs not look through all orders; and what staff note about them.

create table customers (
  id text primary key default gen_random_uuid()::text,
  -- folded(orders.email)
  email text not null,
  livemode boolean not null,
  -- As on the latest of their orders that has one.
  name text,
  orders integer not null check (orders >= 0),
  first_paid_at timestamptz not null,
  last_paid_at timestamptz not null,
  unique (email, livemode)
);

create index customers_latest on customers (livemode, last_paid_at desc, id collate "C");

create table customer_notes (
  id text primary key default gen_random_uuid()::text,
  -- folded(orders.email), of both modes
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
    from orders where folded(orders.email) = mail and orders.livemode = mode and paid_at is not null
  ) paid
  where customers.email = mail and customers.livemode = mode and paid.orders > 0;
  delete from customers where email = mail and livemode = mode and customers.orders = 0;
end
$$;

create function follow_customer() returns trigger language plpgsql as $$
begin
  if is_restoring() then return null; end if;
  if tg_op <> 'INSERT' and old.email is not null and old.paid_at is not null
    and (tg_op = 'DELETE' or folded(old.email) is distinct from folded(new.email)) then
    perform count_customer(folded(old.email), old.livemode);
  end if;
  if tg_op <> 'DELETE' and new.email is not null and new.paid_at is not null then
    perform count_customer(folded(new.email), new.livemode);
  end if;
  return null;
end
$$;

insert into customers (email, livemode, name, orders, first_paid_at, last_paid_at)
select folded(email), livemode,
  (array_agg(shipping_address ->> 'name' order by paid_at desc, id)
    filter (where shipping_address ->> 'name' <> ''))[1],
  count(*), min(paid_at), max(paid_at)
from orders where email is not null and paid_at is not null
group by 1, 2;

create trigger orders_followed after insert or delete on orders
for each row execute function follow_customer();
create trigger orders_followed_on after update of email, paid_at, shipping_address on orders
for each row when (old.email is distinct from new.email or old.paid_at is distinct from new.paid_at
  or old.shipping_address is distinct from new.shipping_address)
execute function follow_customer();
