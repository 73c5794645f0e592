-- Some weeks after an order was sent its page hides who bought it and where it went, since a link is kept
-- and handed on. A mail to the buyer shows them again for a while (docs/decisions/033-privacy.md).
alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  case kind
    when 'alert' then alert_id is not null
    else order_id is not null and kind in (
      'order-paid-buyer', 'order-paid-staff', 'order-fulfilled-buyer', 'order-tracking-buyer',
      'order-refunded-buyer', 'order-link-buyer', 'order-held-staff', 'order-dispute-open-staff',
      'order-dispute-won-staff', 'order-dispute-lost-staff'
    )
  end
);
