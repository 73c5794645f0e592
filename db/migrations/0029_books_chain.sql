-- Orders as they were placed, their histories and what the payment provider said are hashed as the audit
-- log is (0028), so that a changed byte is found; and what the shop finds each night when it looks
-- whether its books agree (docs/decisions/032-chains-and-books.md).

set local timezone = 'UTC';

-- Orders -----------------------------------------------------------------------------------------

-- The lines of an order, in their order.
create function order_lines_of(of_order text) returns jsonb
language sql stable strict
return (select jsonb_agg(jsonb_build_array(
    position, product_id, name, size, weight_mg, price_per_gram, metal_value_cents, fee_cents,
    unit_price_cents, quantity, line_total_cents) order by position)
  from order_lines where order_id = of_order);

-- What never changes of an order once it is placed.
create function order_row_text(entry jsonb) returns text
language sql stable strict
return jsonb_build_array(
  entry -> 'id', entry -> 'number', entry -> 'quote_id', entry -> 'total_cents', entry -> 'currency',
  entry -> 'gold_price_per_ounce', entry -> 'gold_price_per_gram', entry -> 'gold_source',
  entry -> 'gold_taken_at', entry -> 'payment_provider', entry -> 'livemode', entry -> 'created_at',
  order_lines_of(entry ->> 'id'))::text;

-- At the end of the transaction, when its lines are there.
create function link_order() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if not is_restoring() then
    perform append_chain_link('orders', new.id, order_row_text(to_jsonb(new)));
  end if;
  return null;
end
$$;

create function history_row_text(entry jsonb) returns text
language sql immutable strict parallel safe
return jsonb_build_array(
  entry -> 'id', entry -> 'order_id', entry -> 'from_state', entry -> 'to_state', entry -> 'at',
  entry -> 'actor', entry -> 'by', entry -> 'why')::text;

create function link_order_history() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if not is_restoring() then
    perform append_chain_link('order_history', new.id::text, history_row_text(to_jsonb(new)));
  end if;
  return null;
end
$$;

-- Payment events ---------------------------------------------------------------------------------

alter table payment_events
  -- As in audit_log: who paid is in the hash as a salted digest, and can be erased.
  add column personal_digest text check (personal_digest ~ '^[0-9a-f]{64}$'),
  add column personal_salt text;

create function payment_personal(entry jsonb) returns jsonb
language sql immutable strict parallel safe
return jsonb_build_array(entry -> 'email', entry -> 'shipping_address', entry -> 'payload');

create function payment_row_text(entry jsonb) returns text
language sql immutable strict parallel safe
return jsonb_build_array(
  entry -> 'id', entry -> 'provider', entry -> 'type', entry -> 'order_id', entry -> 'amount_cents',
  entry -> 'currency', entry -> 'outcome', entry -> 'reference', entry -> 'occurred_at',
  entry -> 'reconciled', entry -> 'received_at', entry -> 'personal_digest')::text;

create function seal_payment_event() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if is_restoring() then return new; end if;
  new.personal_salt := gen_random_uuid()::text;
  new.personal_digest := sha256_hex(new.personal_salt || payment_personal(to_jsonb(new))::text);
  return new;
end
$$;

-- An event that came before its payment gets its order and outcome later, and another link then.
create function link_payment_event() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if not is_restoring() then
    perform append_chain_link('payment_events', new.id, payment_row_text(to_jsonb(new)));
  end if;
  return null;
end
$$;

-- The rows there are.
update payment_events set personal_salt = gen_random_uuid()::text;
update payment_events
set personal_digest = sha256_hex(personal_salt || payment_personal(to_jsonb(payment_events))::text);
alter table payment_events add check (personal_salt is null or personal_digest is not null);

do $$
declare
  entry record;
begin
  for entry in select id, order_row_text(to_jsonb(orders)) as content from orders order by created_at, id loop
    perform append_chain_link('orders', entry.id, entry.content);
  end loop;
  for entry in select id, history_row_text(to_jsonb(order_history)) as content from order_history order by id loop
    perform append_chain_link('order_history', entry.id::text, entry.content);
  end loop;
  for entry in select id, payment_row_text(to_jsonb(payment_events)) as content
    from payment_events order by received_at, id loop
    perform append_chain_link('payment_events', entry.id, entry.content);
  end loop;
end
$$;

create constraint trigger orders_linked after insert on orders
deferrable initially deferred for each row execute function link_order();
create constraint trigger order_history_linked after insert on order_history
deferrable initially deferred for each row execute function link_order_history();
create trigger payment_events_sealed before insert on payment_events
for each row execute function seal_payment_event();
create constraint trigger payment_events_linked
after insert or update of order_id, outcome on payment_events
deferrable initially deferred for each row execute function link_payment_event();

-- What was found ---------------------------------------------------------------------------------

create table record_checks (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  orders bigint not null check (orders >= 0),
  -- Sentences for staff; none where all agrees.
  findings jsonb not null check (jsonb_typeof(findings) = 'array'),
  -- Whether the payment provider was asked; null: there is none to ask.
  provider_asked boolean,
  -- How far each chain went: a later check knows by it that no end was cut off.
  heads jsonb not null check (jsonb_typeof(heads) = 'object')
);

create index record_checks_latest on record_checks (started_at desc);
