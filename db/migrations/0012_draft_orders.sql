-- Orders made by staff: by phone, at a fair, custom work (docs/decisions/048-staff-orders.md). They are
-- rows of `orders` like those of the web; these tables hold their payment links and custom work agreements.

create table pay_links (
  -- Random, 16 bytes as base64url; the link is made of it and the shop's secret.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  order_id text not null references orders,
  -- Of the form that requested it: pressed twice, it is one link.
  key text not null unique check (key ~ '\S'),
  kind text not null check (kind in ('whole', 'deposit', 'balance')),
  -- Without the tax that its payment page adds, where it adds any.
  amount_cents bigint not null check (amount_cents > 0),
  made_by text not null check (made_by ~ '\S'),
  made_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > made_at),
  -- Paid, replaced by a newer one, or revoked.
  closed_at timestamptz,
  closed_why text,
  paid_at timestamptz,
  -- The checkout session it was opened with last, and when that was requested.
  attempt integer not null default 0 check (attempt >= 0),
  attempt_at timestamptz,
  session text unique,
  check ((closed_at is null) = (closed_why is null)),
  check (paid_at is null or closed_at is not null),
  check ((attempt = 0) = (attempt_at is null))
);
-- One at a time: an order is not paid twice.
create unique index pay_links_open on pay_links (order_id) where closed_at is null;
create index pay_links_order on pay_links (order_id, made_at);

-- The end of an order closes the link it was to be paid by.
create function close_pay_links() returns trigger language plpgsql as $$
begin
  update pay_links set closed_at = now(), closed_why = new.state
  where order_id = new.id and closed_at is null;
  return null;
end
$$;
create trigger orders_pay_links after update of state on orders
for each row when (old.state is distinct from new.state and new.state <> 'pending' and new.origin = 'staff')
execute function close_pay_links();

create table custom_work (
  order_id text primary key references orders,
  stage text not null
    check (stage in ('asked', 'quoted', 'deposit', 'design', 'casting', 'balance', 'sent')),
  stage_at timestamptz not null,
  stage_by text not null check (stage_by ~ '\S'),
  deposit_cents bigint not null check (deposit_cents > 0),
  -- When the price of the gold is fixed, as agreed.
  gold_fixed text not null check (gold_fixed in ('deposit', 'delivery')),
  -- From then on the total is final; null: the total is an estimate.
  fixed_at timestamptz,
  fixed_by text,
  -- As it was shown to the buyer, word by word.
  agreement text not null check (agreement ~ '\S'),
  -- What the buyer requested, in their words; may be empty.
  request text not null default '',
  check (gold_fixed = 'delivery' or fixed_at is not null),
  check ((fixed_at is null) = (fixed_by is null))
);

-- Fixing the gold is the one time that a total changes: the order gets another link in its chain.
create function link_fixed_order() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if not is_restoring() then
    perform append_chain_link('orders', id, order_row_text(to_jsonb(orders)))
    from orders where id = new.order_id;
  end if;
  return null;
end
$$;
create constraint trigger custom_work_fixed after update of fixed_at on custom_work
deferrable initially deferred for each row when (old.fixed_at is null and new.fixed_at is not null)
execute function link_fixed_order();

create function keep_custom_work() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - '{stage,stage_at,stage_by,fixed_at,fixed_by,request,agreement}'::text[]
    is distinct from to_jsonb(new) - '{stage,stage_at,stage_by,fixed_at,fixed_by,request,agreement}'::text[]
    or old.fixed_at is not null and new.fixed_at is distinct from old.fixed_at
  then
    raise exception 'What was agreed for custom work is not changed';
  end if;
  return new;
end
$$;
create trigger custom_work_kept before update on custom_work
for each row execute function keep_custom_work();
