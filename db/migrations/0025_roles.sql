-- Who may do what in the admin area, and alerts about what happens there
-- (docs/decisions/027-roles-and-rights.md). What a role may do stands in app/domain/access/rights.ts.

-- breaking: an earlier version makes admins without a role, and takes every mail to be about an order.

-- Whoever was an admin before could do everything.
alter table admins add column role text not null default 'owner'
  check (role in ('owner', 'manager', 'bench'));
alter table admins alter column role drop default;
alter table admins add column signed_in_at timestamptz;
-- Alerts up to here were dismissed from the admin's own health strip.
alter table admins add column alerts_seen_until timestamptz;

-- While there is any admin, one of them is an owner. Two changes at once wait for each other: each
-- would see the other's owner still there.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  if tg_when = 'BEFORE' then
    perform pg_advisory_xact_lock(hashtext('admins keep an owner'));
  elsif exists (select from admins) and not exists (select from admins where role = 'owner') then
    raise exception 'the last owner stays an owner'
      using errcode = 'check_violation', constraint = 'admins_keep_an_owner';
  end if;
  return null;
end
$$;

create trigger keeps_an_owner_first before update of role or delete on admins
  for each statement execute function keep_an_owner();
create trigger keeps_an_owner after update of role or delete on admins
  for each statement execute function keep_an_owner();

-- What its reader should know although nobody asked: mailed, and shown on the health strip for a week.
create table alerts (
  id text primary key default gen_random_uuid()::text,
  at timestamptz not null,
  -- One of the list in app/.server/alerts/alert.ts.
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- Whose account it is about; null: about the shop, for every owner.
  admin_id text references admins on delete cascade,
  -- Where the same is found again and again, it is told once.
  occasion text,
  -- Never a secret, nothing of a buyer.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  address text,
  browser text,
  -- The known-device cookie that a sign-in was given: there it need not be shown.
  device text,
  unique (kind, occasion)
);

create index alerts_latest on alerts (at desc);

-- A mail is about an order or an alert. To whom an order's mail goes is read from the order when it is
-- written; an alert's says it from the beginning.
alter table mail_outbox alter column order_id drop not null;
alter table mail_outbox add column alert_id text references alerts on delete cascade;
alter table mail_outbox add constraint mail_outbox_about
  check (num_nonnulls(order_id, alert_id) = 1);
alter table mail_outbox add constraint mail_outbox_alert_once unique (alert_id, recipient);
alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  case kind
    when 'alert' then alert_id is not null
    else order_id is not null and kind in (
      'order-paid-buyer', 'order-paid-staff', 'order-fulfilled-buyer', 'order-tracking-buyer',
      'order-refunded-buyer', 'order-held-staff', 'order-dispute-open-staff',
      'order-dispute-won-staff', 'order-dispute-lost-staff'
    )
  end
);
