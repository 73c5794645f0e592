-- A process is still sure of its pages for some seconds after PostgreSQL crashed and came back. Whoever
-- changes a price then must find its row, and wait; an unlogged table is empty after a crash
-- (docs/decisions/025-page-cache.md).
alter table web_processes set logged;
