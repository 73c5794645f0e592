-- Orders made by staff: by telephone, at a fair, custom work (docs/decisions/048-staff-orders.md). They are
-- orders as any other; beside them stand who made them, the links they are paid by, money that was taken
-- by hand, and what was agreed for custom work.

-- breaking: an earlier version would let such orders run out, and take a deposit for a wrong sum.

set local timezone = 'UTC';

alter table orders
  -- Of the shop's pages, or made by staff, and by whom.
  add column origin text not null default 'web',
  add column made_by text,
  -- The sales tax that staff agreed to, in percent, and of which state; null: none, or its payment page adds it.
  add column tax_rate numeric(7, 4),
  add column tax_state text,
  add column tax_cents bigint not null default 0,
  add constraint orders_origin_check check (origin in ('web', 'staff')),
  add constraint orders_made_by_check check ((origin = 'staff') = (made_by is not null)),
  add constraint orders_tax_rate_check check (tax_rate > 0 and tax_rate <= 20),
  add constraint orders_tax_state_check check ((tax_state is null) = (tax_rate is null)),
  add constraint orders_tax_cents_check check (tax_cents >= 0 and (tax_cents = 0 or tax_rate is not null)),
  add constraint orders_tax_origin_check check (tax_rate is null or origin = 'staff');

create table pay_links (
  -- Random, 16 bytes as base64url; the link is made of it and the shop's secret.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  order_id text not null references orders,
  -- Of the form that asked for it: pressed twice, it is one link.
  key text not null unique check (key ~ '\S'),
  kind text not null check (kind in ('whole', 'deposit', 'balance')),
  -- Without the tax that its payment page adds, where it adds any.
  amount_cents bigint not null check (amount_cents > 0),
  made_by text not null check (made_by ~ '\S'),
  made_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > made_at),
  -- Paid, replaced by a newer one, or taken back.
  closed_at timestamptz,
  closed_why text,
  paid_at timestamptz,
  -- The checkout session it was opened with last, and when it was asked for.
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

create table hand_payments (
  id text primary key,
  order_id text not null references orders,
  key text not null unique check (key ~ '\S'),
  -- A bank check is a cashier's check or a money order, which may count as cash (Form 8300).
  kind text not null check (kind in ('cash', 'check', 'bank check', 'wire')),
  amount_cents bigint not null check (amount_cents > 0),
  -- Whose money it was; empty once it was erased.
  payer text not null,
  -- Number of the check, reference of the wire; may be empty.
  reference text not null default '',
  received_on date not null,
  by text not null check (by ~ '\S'),
  at timestamptz not null
);
create index hand_payments_order on hand_payments (order_id, at);
create index hand_payments_cash on hand_payments (received_on) where kind in ('cash', 'bank check');

-- What was received stays; who paid may be erased.
create function keep_hand_payment() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - '{payer,reference}'::text[] is distinct from to_jsonb(new) - '{payer,reference}'::text[]
  then
    raise exception 'A payment that was recorded is not changed';
  end if;
  return new;
end
$$;
create trigger hand_payments_kept before update on hand_payments
for each row execute function keep_hand_payment();
create trigger hand_payments_kept_whole before delete on hand_payments
for each row execute function refuse_change();

create table custom_work (
  order_id text primary key references orders,
  stage text not null
    check (stage in ('asked', 'quoted', 'deposit', 'design', 'casting', 'balance', 'sent')),
  stage_at timestamptz not null,
  stage_by text not null check (stage_by ~ '\S'),
  deposit_cents bigint not null check (deposit_cents > 0),
  -- When the price of the gold is fixed, as agreed.
  gold_fixed text not null check (gold_fixed in ('deposit', 'delivery')),
  -- From then on the total is final; null: what the order says is an estimate.
  fixed_at timestamptz,
  fixed_by text,
  -- As it was shown to the buyer, word by word.
  agreement text not null check (agreement ~ '\S'),
  -- What the buyer asked for, in their words; may be empty.
  request text not null default '',
  check (gold_fixed = 'delivery' or fixed_at is not null),
  check ((fixed_at is null) = (fixed_by is null))
);

-- Fixing the gold is the one time that a total changes: the order gets another link in its chain (0029).
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

-- Whatever ends an order ends the link it was to be paid by.
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
