-- The order's screen asks for the payments of its buyer: without this index the database folds the
-- address of every payment event there is, 0.7 s with 100,000 orders.
create index payment_events_email on payment_events (folded(email)) where email is not null;
