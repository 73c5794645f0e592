-- What staff decided not to refund was taken from what is owed where lists ask, and nowhere else: refunds took it
-- for money that is owed. It is now taken out once, where a balance is computed, and the overpaid sum that is kept
-- with an order is written without it.
-- A program that does not know this file writes it with what was declined:
-- breaking

update orders set overpaid_cents = greatest(0, overpaid_cents - not_refunded_cents)
where not_refunded_cents > 0;

drop index orders_overpaid;
-- The few that need review for it.
create index orders_overpaid on orders (created_at desc, id collate "C")
  where overpaid_cents > 0 and state <> 'pending';
