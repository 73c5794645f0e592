-- One email to a buyer who left the payment page, where the buyer asked for it in the cart.

create table cart_reminder_settings (
  id text primary key check (id = 'current'),
  enabled boolean not null default false,
  -- After the checkout.
  hours integer not null check (hours between 1 and 72),
  updated_at timestamptz not null
);

create constraint trigger raises_page_revision after insert or update or delete on cart_reminder_settings
deferrable initially deferred for each row execute function raise_page_revision('settings');

-- A row waits with an address; once its email is queued the address goes, and the row is what the figures count.
-- One that is not wanted any longer is deleted, and so is one that could not be sent within a week.
create table cart_reminders (
  id text primary key default gen_random_uuid()::text,
  -- The order that was not paid, which has the pieces.
  order_id text not null unique references orders on delete cascade,
  email text check (email ~ '^[^[:cntrl:][:space:]]+@[^[:cntrl:][:space:]]+$'),
  requested_at timestamptz not null,
  due_at timestamptz not null check (due_at > requested_at),
  sent_at timestamptz,
  -- When the link in the email was first used, and the last order that was placed after that.
  returned_at timestamptz,
  next_order_id text references orders on delete set null,
  check ((email is null) = (sent_at is not null)),
  check (sent_at is not null or (returned_at is null and next_order_id is null))
);
-- An address waits for one email.
create unique index cart_reminders_of_email on cart_reminders (email_key(email)) where email is not null;
create index cart_reminders_due on cart_reminders (due_at) where email is not null;
create index cart_reminders_sent on cart_reminders (sent_at) where sent_at is not null;
create index cart_reminders_next_order on cart_reminders (next_order_id) where next_order_id is not null;

alter table mail_outbox add column cart_reminder_id text unique references cart_reminders on delete cascade;
alter table mail_outbox drop constraint mail_outbox_about, add constraint mail_outbox_about
  check (num_nonnulls(order_id, alert_id, invitation_id, message_id, trade_in_id, price_alert_id, cart_reminder_id) = 1);
alter table mail_outbox drop constraint mail_outbox_kind_check, add constraint mail_outbox_kind_check check (
  case
    when kind = 'alert' then alert_id is not null
    when kind = 'invitation' then invitation_id is not null
    when kind in ('message-staff', 'message-answer') then message_id is not null
    when kind = 'price-alert' then price_alert_id is not null
    when kind = 'cart-reminder' then cart_reminder_id is not null
    when kind like 'trade-in-%' then trade_in_id is not null and kind ~ '^trade-in(-[a-z]+)+-(owner|staff)$'
    else order_id is not null and kind ~ '^order(-[a-z]+)+-(buyer|staff)$'
  end
);
