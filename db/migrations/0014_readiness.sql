-- /readyz writes here. A database that answers and cannot be written to (a full disk, a standby)
-- takes no orders, and a proxy should send them to another process.
create table readiness_checks (
  id text primary key check (id = 'current'),
  checked_at timestamptz not null
);
