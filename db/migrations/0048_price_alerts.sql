-- Visitors who asked for an email when a size of a piece costs less than an amount. A row is written once the
-- address was confirmed, and deleted when the email is queued, when the visitor ends it, or after a year.
create table price_alerts (
  id text primary key default gen_random_uuid()::text,
  email text not null check (email ~ '^[^[:cntrl:][:space:]]+@[^[:cntrl:][:space:]]+$'),
  product_id text not null references products on delete cascade,
  -- As in product_attributes, or made from the label (app/domain/catalog/size-key.ts).
  size_key text not null check (size_key <> ''),
  under_cents bigint not null check (under_cents > 0),
  -- When the form was sent: of two requests for one size the later counts, whichever is confirmed last.
  requested_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > requested_at),
  -- What the size weighed and its fee when the threshold was computed; null while it is not for sale.
  weight_mg integer check (weight_mg > 0),
  fee_cents bigint check (fee_cents >= 0),
  -- The highest gold price per gram, in ten-thousandths of a dollar, at which the size costs less than
  -- under_cents; null while no gold price does that.
  threshold bigint check (threshold > 0),
  check ((weight_mg is null) = (fee_cents is null)),
  check (threshold is null or weight_mg is not null)
);
-- One address has one alert for a size; also found by their size, when its weight or fee was changed.
create unique index price_alerts_of_size on price_alerts (product_id, size_key, email_key(email));
-- Counted, exported and erased by any spelling of the address.
create index price_alerts_of_email on price_alerts (email_key(email));
-- A new gold price reads the alerts that it fires, and no others.
create index price_alerts_by_threshold on price_alerts (threshold) where threshold is not null;
create index price_alerts_by_end on price_alerts (ends_at);

-- The email of an alert names no row, since the alert is deleted in the transaction that queues it. An alert
-- queues one email at most.
alter table mail_outbox add column price_alert_id text unique;
alter table mail_outbox drop constraint mail_outbox_about, add constraint mail_outbox_about
  check (num_nonnulls(order_id, alert_id, invitation_id, message_id, trade_in_id, price_alert_id) = 1);
alter table mail_outbox drop constraint mail_outbox_kind_check, add constraint mail_outbox_kind_check check (
  case
    when kind = 'alert' then alert_id is not null
    when kind = 'invitation' then invitation_id is not null
    when kind in ('message-staff', 'message-answer') then message_id is not null
    when kind = 'price-alert' then price_alert_id is not null
    when kind like 'trade-in-%' then trade_in_id is not null and kind ~ '^trade-in(-[a-z]+)+-(owner|staff)$'
    else order_id is not null and kind ~ '^order(-[a-z]+)+-(buyer|staff)$'
  end
);
