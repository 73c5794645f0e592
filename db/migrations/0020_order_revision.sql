-- breaking: every change of an order raises its revision, and history says who in a known word
-- Staff act on the order they saw: a change in between raises the revision, and nothing is done.
alter table orders add column revision integer not null default 1 check (revision > 0);

-- Who made a change, so that nobody has to guess it from a name.
alter table order_history add column actor text
  check (actor in ('shopper', 'staff', 'payment provider', 'system'));
update order_history set actor = case
  when by = 'shopper' then 'shopper'
  when by like 'payment provider (%' then 'payment provider'
  when by like '%@%' then 'staff'
  else 'system'
end;
alter table order_history alter column actor set not null;
