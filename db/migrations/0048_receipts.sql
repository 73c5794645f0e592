-- Receipts: every paid order has one, with a number (docs/decisions/045-receipts.md). What a receipt
-- says follows from the order and its ledger; only the number is kept here.

create table receipts (
  order_id text primary key references orders,
  -- Test payments are counted apart.
  livemode boolean not null,
  -- From 1, without gaps.
  number integer not null check (number > 0),
  unique (livemode, number)
);

-- Orders that were paid before, in the order of their payment.
insert into receipts (order_id, livemode, number)
select id, livemode,
  row_number() over (partition by livemode order by paid_at, created_at, id collate "C")
from orders where paid_at is not null;

create trigger receipts_kept before update or delete on receipts
for each row execute function refuse_change();
create trigger receipts_kept_whole before truncate on receipts
for each statement execute function refuse_change();

-- Given in the transaction that makes an order paid, whoever makes it so. Of two at once the second waits
-- for the end of the first, so a payment that is rolled back leaves no gap.
create function number_receipt() returns trigger language plpgsql as $$
begin
  if is_restoring() or exists (select from receipts where order_id = new.id) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('receipts'));
  insert into receipts (order_id, livemode, number)
  select new.id, new.livemode, coalesce(max(number), 0) + 1
  from receipts where livemode = new.livemode;
  return null;
end
$$;

create trigger orders_receipt after insert or update of paid_at on orders
for each row when (new.paid_at is not null) execute function number_receipt();
