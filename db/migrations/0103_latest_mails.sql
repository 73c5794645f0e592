-- The preview of a mail is about the order that such a mail was sent about last, or else about the order that
-- was paid last: both are read from the end of an index, not from all mails and orders.
create index mail_outbox_by_kind on mail_outbox (kind, created_at desc);
create index orders_paid_last on orders (paid_at desc) where paid_at is not null;
