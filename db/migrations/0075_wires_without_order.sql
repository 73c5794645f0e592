-- Wires to an account number of no order stand beside the payments that belong to none.
drop index payment_events_without_order;
create index payment_events_without_order on payment_events (received_at desc, id collate "C")
  where type in ('paid', 'transferred') and outcome = 'unknown order';
