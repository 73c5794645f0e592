-- "To do" lists custom work whose deposit is paid beside the orders that are paid. It is still pending, so that
-- the index of paid orders does not have it; this one has both, in the order of the list.
create index orders_open on orders (ship_by, created_at, id collate "C") where state in ('paid', 'pending');
