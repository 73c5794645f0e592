-- A wire that comes after its deadline expires its order at once. Its payment at the provider may still wait, and
-- hold what came; a job stops it, so that the money can be refunded.
-- A program that does not know this file never stops it:
-- breaking

alter table orders add column stops_payment boolean not null default false;

-- The few whose payment is still to be stopped.
create index orders_stopping_payment on orders (id) where stops_payment;
