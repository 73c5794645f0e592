-- What was paid of an order beyond what was sold, and not refunded yet. Only its ledger entries say so, and the
-- status bar, Today and the list of orders summed those of many orders each time, or missed some. Here the order
-- has the sum, which is written with each of its entries (app/domain/ledger/ledger.ts).
-- A program that does not know this file writes entries without it:
-- breaking

-- In US cents. Of an order that is not sold yet it is all that was paid.
alter table orders add column overpaid_cents bigint not null default 0
  constraint orders_overpaid_cents_check check (overpaid_cents >= 0);

-- The few that need review for it.
create index orders_overpaid on orders (created_at desc, id collate "C")
  where overpaid_cents > 0 and state in ('paid', 'fulfilled');

-- The least of what was paid beyond the sale, what the buyer is owed, and what can be refunded at all.
update orders set overpaid_cents = money.overpaid
from (
  select order_id, least(
      -coalesce(sum(receivable) filter (
        where kind in ('sale', 'adjustment', 'payment', 'attached', 'payment returned')), 0),
      -sum(receivable),
      -coalesce(sum(receivable) filter (where kind in ('payment', 'attached', 'payment returned')), 0)
        + coalesce(sum(payments) filter (where kind in ('refund', 'refund failed')), 0)
        - sum(disputed) - sum(losses)) as overpaid
  from ledger_entries where order_id is not null group by order_id
) money
where orders.id = money.order_id and money.overpaid > 0;
