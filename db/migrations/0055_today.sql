-- What the first page of the dashboard asks of all orders, however many there are: those with an open
-- dispute, and what was sold since a day; and, as the health strip does, the last backup among all that
-- staff did.

create index orders_disputed on orders (created_at desc, id collate "C") where dispute = 'open';
create index ledger_entries_sold on ledger_entries (at) include (order_id, livemode, sales, discounts)
  where kind = 'sale';
create index audit_log_backups on audit_log (at desc) where action = 'backup.written';
