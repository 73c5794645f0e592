-- breaking: columns and stored values are renamed; a program of before cannot read them
-- Names of payments as payment providers and other shops use them.

alter table orders rename column held_reason to hold_reason;
alter table orders rename column dispute_told_at to dispute_occurred_at;
alter table orders rename column payment_underway_at to payment_processing_at;
alter table orders rename column payment_asked_at to payment_reconciled_at;
alter table order_lines rename column gold_part_cents to metal_value_cents;
alter index orders_to_ask_about rename to orders_to_reconcile;

alter table payment_events rename column told_at to occurred_at;
alter table payment_events rename column asked to reconciled;

-- Type "failed" was a declined card; it is now a payment that did not arrive, formerly "bounced".
update payment_events set type = 'declined' where type = 'failed';
update payment_events set type = 'failed' where type = 'bounced';
update payment_events set type = 'processing' where type = 'underway';

-- Ids that the shop made itself; known again, such an event is not applied twice.
update payment_events
  set id = 'reconciled:' || regexp_replace(regexp_replace(substr(id, 7), ':bounced$', ':failed'), ':underway$', ':processing')
  where id like 'asked:%';

update payment_events set outcome = 'ignored' where outcome = 'noted';
update payment_events set outcome = 'updated' where outcome = 'marked';
update payment_events set outcome = 'deferred' where outcome = 'early';
update payment_events set outcome = 'on hold' where outcome = 'held';

drop index payment_events_held;
create index payment_events_on_hold on payment_events (order_id) where outcome = 'on hold';
