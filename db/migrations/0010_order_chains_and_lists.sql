-- Orders as they were placed and their histories are hashed as the audit log is, and the indexes by which
-- lists and searches find orders.

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

-- With the steps where there are any.
create function history_row_text(entry jsonb) returns text
language sql immutable strict parallel safe
return (jsonb_build_array(
  entry -> 'id', entry -> 'order_id', entry -> 'from_state', entry -> 'to_state', entry -> 'at',
  entry -> 'actor', entry -> 'by', entry -> 'why')
  || case when entry ->> 'to_step' is null then jsonb '[]'
    else jsonb_build_array(entry -> 'from_step', entry -> 'to_step') end)::text;

create function link_order_history() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if not is_restoring() then
    perform append_chain_link('order_history', new.id::text, history_row_text(to_jsonb(new)));
  end if;
  return null;
end
$$;

create constraint trigger orders_linked after insert on orders
deferrable initially deferred for each row execute function link_order();
create constraint trigger order_history_linked after insert on order_history
deferrable initially deferred for each row execute function link_order_history();

-- Lists -------------------------------------------------------------------------------------------
-- Newest first, of all orders, of one mode, of one state, and of those that staff must review. The id
-- orders equal times, by its bytes, the same on every server.
create index orders_newest on orders (created_at desc, id collate "C");
create index orders_by_mode on orders (livemode, created_at desc, id collate "C");
create index orders_by_state on orders (state, created_at desc, id collate "C");
create index orders_needing_review on orders (created_at desc, id collate "C") where needs_review;
create index orders_disputed on orders (created_at desc, id collate "C") where dispute = 'open';
create index orders_search on orders (created_at desc, id collate "C") include (livemode, search_text);

-- What is to be done, the longest promised first; and what was sent, newest first.
create index orders_to_do on orders (ship_by, created_at, id collate "C") where state = 'paid';
create index orders_to_do_by_step on orders (step, ship_by, created_at, id collate "C") where state = 'paid';
create index orders_sent_by_step on orders (step, created_at desc, id collate "C") where state = 'fulfilled';
-- "To do" lists custom work whose deposit is paid next to the orders that are paid. It is still pending, so
-- that the index of paid orders does not have it; this one has both.
create index orders_open on orders (ship_by, created_at, id collate "C") where state in ('paid', 'pending');
-- The preview of an email is about the order that was paid last.
create index orders_paid_last on orders (paid_at desc) where paid_at is not null;

-- Jobs --------------------------------------------------------------------------------------------

-- Pending orders expire; a job looks for them.
create index orders_running_out on orders (expires_at) where state = 'pending';
-- The job that asks the provider looks for these.
create index orders_to_reconcile on orders (created_at)
  where state = 'pending' and payment_session is not null;
-- Wires that are expected.
create index orders_waiting_for_wire on orders (expires_at) where state = 'pending' and pay_by = 'wire';
create index orders_line_taxes_unknown on orders (line_taxes_asked_at nulls first, id)
  where with_tax and paid_at is not null and line_taxes_known_at is null;
create index orders_client on orders (client_hash, created_at) where client_hash is not null;
create index orders_gold_price on orders (gold_price_id) where gold_price_id is not null;
create index orders_price_to_decide on orders (paid_at desc)
  where price_withdrawn_at is not null and price_honored_at is null;

-- Search by the start of a word -------------------------------------------------------------------
-- Among 100,000 orders within milliseconds. In the order of bytes a range of an index is what begins alike,
-- whatever order of words the database has. No row of an index may be longer than 2,704 bytes, so long
-- texts are cut.
create index orders_number_start on orders (number collate "C");
create index orders_email on orders (email_key(email)) where email is not null;
create index orders_email_start on orders ((search_folded(shown_email(email))) collate "C")
where email is not null;
-- From the front and from the end.
create index orders_phone_start on orders ((phone_digits(shipping_address ->> 'phone')) collate "C")
where shipping_address ->> 'phone' is not null;
create index orders_phone_end
on orders ((reverse(phone_digits(shipping_address ->> 'phone'))) collate "C")
where shipping_address ->> 'phone' is not null;
create index orders_zip_start on orders ((left(shipping_address ->> 'postalCode', 20)) collate "C")
where shipping_address is not null;
-- The name an order was placed with: that of its customer is the latest alone, and orders of one email
-- address may have several names. Each word of up to three is a start.
create index orders_name_start
on orders ((left(search_folded(shipping_address ->> 'name'), 200)) collate "C")
where shipping_address ->> 'name' is not null;
create index orders_second_name_start
on orders ((left(search_folded(regexp_replace(shipping_address ->> 'name', '^[^ ]* ', '')), 200)) collate "C")
where shipping_address ->> 'name' is not null;
create index orders_last_name_start
on orders ((left(search_folded(regexp_replace(shipping_address ->> 'name', '^.* ', '')), 200)) collate "C")
where shipping_address ->> 'name' is not null;
create index order_lines_product on order_lines (product_id, order_id);
create index order_lines_name_start on order_lines ((left(search_folded(name), 200)) collate "C");
