-- Money that an order holds and the shop does not keep needed review while the order was on hold, or paid. One
-- press ended the hold of an order that had expired or was canceled, and nothing asked for its money afterwards.
-- It needs review in every state but pending, where the rest is awaited, until it is refunded or until staff have
-- recorded why it is not.
-- A program that does not know this file leaves the new column above what is owed:
-- breaking

-- In US cents: what of it staff decided not to refund; the reason is in the history. Never more than is owed, as it
-- is lowered with each entry of the ledger (app/.server/ledger/repository.ts).
alter table orders add column not_refunded_cents bigint not null default 0
  constraint orders_not_refunded_cents_check check (not_refunded_cents >= 0);

drop index orders_overpaid;
-- The few that need review for it.
create index orders_overpaid on orders (created_at desc, id collate "C")
  where overpaid_cents > not_refunded_cents and state <> 'pending';
