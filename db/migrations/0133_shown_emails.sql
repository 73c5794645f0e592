-- An email address is stored with its domain in ASCII (punycode): info@xn--mnchen-3ya.example. People read
-- and look for info@münchen.example, and rows from before have that form. Both are one address: here is
-- its form in letters, by which customers are told apart and searches find it. RFC 3492, section 6.2.

create function from_punycode(input text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  letters bigint[] := '{}';
  dash int := length(input) - position('-' in reverse(input)) + 1;
  place int := 1;
  code bigint := 128;
  i bigint := 0;
  bias bigint := 72;
  before bigint;
  weight bigint;
  step bigint;
  least_digit bigint;
  digit bigint;
  delta bigint;
  count bigint;
begin
  if dash <= length(input) then
    letters := (select coalesce(array_agg(ascii(each)::bigint order by nth), '{}')
      from regexp_split_to_table(left(input, dash - 1), '') with ordinality as split (each, nth)
      where each <> '');
    place := dash + 1;
  end if;
  -- Letters of ASCII alone are no punycode.
  if place > length(input) then return null; end if;
  while place <= length(input) loop
    before := i;
    weight := 1;
    step := 36;
    loop
      digit := position(lower(substr(input, place, 1)) in 'abcdefghijklmnopqrstuvwxyz0123456789') - 1;
      -- Longer numbers are of no letter.
      if place > length(input) or digit < 0 or weight > 4294967296 then return null; end if;
      place := place + 1;
      i := i + digit * weight;
      least_digit := greatest(1, least(26, step - bias));
      exit when digit < least_digit;
      weight := weight * (36 - least_digit);
      step := step + 36;
    end loop;
    count := cardinality(letters) + 1;
    delta := (i - before) / (case when before = 0 then 700 else 2 end);
    delta := delta + delta / count;
    step := 0;
    while delta > 455 loop
      delta := delta / 35;
      step := step + 36;
    end loop;
    bias := step + 36 * delta / (delta + 38);
    code := code + i / count;
    i := i % count;
    if code > 1114111 or code between 55296 and 57343 then return null; end if;
    letters := letters[1:i] || code || letters[i + 1:];
    i := i + 1;
  end loop;
  return (select string_agg(chr(letter::int), '' order by nth)
    from unnest(letters) with ordinality as each (letter, nth));
end
$$;

-- The address as people read it. What is no punycode, or holds what cannot be seen, stays as it is.
create function shown_email(value text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  at int := length(value) - position('@' in reverse(value)) + 1;
begin
  if octet_length(value) = char_length(value) and position('xn--' in lower(value collate "C")) = 0 then
    return value;
  end if;
  return normalize(left(value, at), NFC) || (
    select string_agg(
      case when lower(label collate "C") like 'xn--_%'
        then coalesce(nullif(regexp_replace(from_punycode(substr(label, 5)),
          '^.*[\u0080-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff].*$', ''), ''), label)
        else label end, '.' order by nth)
    from regexp_split_to_table(normalize(translate(substr(value, at + 1), '。．｡', '...'), NFKC), '[.]')
      with ordinality as split (label, nth));
end
$$;

-- By which two spellings are one address.
create function email_key(value text) returns text
language sql immutable strict parallel safe
return folded(shown_email(value));

drop index orders_email;
create index orders_email on orders (email_key(email)) where email is not null;
drop index orders_email_start;
create index orders_email_start on orders ((search_folded(shown_email(email))) collate "C")
where email is not null;
drop index payment_events_email;
create index payment_events_email on payment_events (email_key(email)) where email is not null;

-- As 0123, of the address as people read it.
alter table orders drop column search_text;
alter table orders add column search_text text not null generated always as (
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
) stored;
create index orders_search on orders (created_at desc, id collate "C") include (livemode, search_text);

-- As 0053, by email_key().
create or replace function count_customer(mail text, mode boolean) returns void language plpgsql as $$
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

create or replace function follow_customer() returns trigger language plpgsql as $$
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

-- Of two rows of one address the one that bought last stays, with the orders of both.
delete from customers using customers other
where email_key(customers.email) = email_key(other.email) and customers.livemode = other.livemode
  and (other.last_paid_at, other.id) > (customers.last_paid_at, customers.id)
  and customers.email <> other.email;
update customers set email = email_key(email) where email <> email_key(email);
select count_customer(email, livemode) from customers
where octet_length(email) <> char_length(email);
update customer_notes set email = email_key(email) where email <> email_key(email);
