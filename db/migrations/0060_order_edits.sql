-- Staff change a paid order before it is sent (docs/decisions/082-order-edits.md). Removed pieces are credited as
-- a refund credits them; added ones are new lines with their own sale in the ledger, so nothing that was sold is
-- written over.

alter table pay_links
  drop constraint pay_links_kind_check,
  add constraint pay_links_kind_check check (kind in ('whole', 'deposit', 'balance', 'change')),
  -- The payment page of a change; the order keeps the session it was paid by.
  add column url text;

create table order_edits (
  id text primary key,
  order_id text not null references orders,
  -- Of the form that confirmed it: pressed twice, it is one edit.
  key text not null unique check (key ~ '\S'),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  reason text not null check (reason ~ '\S'),
  -- The gold price of the added pieces; null: none were added.
  gold_price_id bigint,
  -- The added lines as they are charged, without what is engraved, and the tax of each.
  added jsonb not null check (jsonb_typeof(added) = 'array'),
  taxes jsonb not null check (jsonb_typeof(taxes) = 'array'),
  -- What is engraved on each of them; cleared once the lines are those of the order.
  engravings jsonb,
  -- The position of the first of them in the order; null: none, or not yet.
  first_line integer check (first_line > 0),
  -- The credit of the removed pieces, one part for each payment.
  credits jsonb not null check (jsonb_typeof(credits) = 'array'),
  -- The balance of what was sold when it was confirmed: a refund in between ends the edit.
  sold_cents bigint not null,
  -- Above zero the buyer pays it; below, it was refunded.
  due_cents bigint not null,
  link_id text unique references pay_links,
  state text not null check (state in ('waiting', 'applied', 'ended')),
  settled_at timestamptz,
  settled_why text,
  check ((state = 'waiting') = (settled_at is null)),
  check ((settled_at is null) = (settled_why is null)),
  check (state <> 'waiting' or (link_id is not null and due_cents > 0))
);
create index order_edits_order on order_edits (order_id, at);
create unique index order_edits_waiting on order_edits (order_id) where state = 'waiting';

-- While one waits for its payment, nothing of its order ships.
alter table orders add column edit_waiting boolean not null default false;

-- What of a credit paid for other pieces of the order, and was not refunded.
alter table refunds
  add column applied_cents bigint not null default 0 check (applied_cents >= 0),
  drop constraint refunds_amount_cents_check,
  add constraint refunds_amount_cents_check
    check (amount_cents >= 0 and amount_cents + applied_cents > 0),
  drop constraint refunds_check,
  add constraint refunds_check check (
    goods_cents + tax_cents + shipping_cents - discount_cents between 0 and amount_cents + applied_cents);

-- The total of an order changes with its lines: it gets another link in its chain.
create function link_edited_order() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if not is_restoring() then
    perform append_chain_link('orders', id, order_row_text(to_jsonb(orders)))
    from orders where id = new.order_id;
  end if;
  return null;
end
$$;
create constraint trigger order_edits_applied after insert or update of state on order_edits
deferrable initially deferred for each row when (new.state = 'applied')
execute function link_edited_order();

-- An order may have several sales by now, and the key says of which lines each is.
drop index ledger_entries_sold;
create index ledger_entries_sold on ledger_entries (at) include (order_id, livemode, sales, discounts, key)
  where kind = 'sale';
