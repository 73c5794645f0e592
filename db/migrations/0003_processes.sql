-- What the processes of one shop share: which cached pages are still true, who runs a job, how often a
-- client made a request.

-- What was inserted at the first start, once: what staff delete stays deleted.
create table seeds (
  name text primary key,
  applied_at timestamptz not null default now()
);

create table page_revisions (
  area text primary key
    check (area in ('catalog', 'gold_price', 'settings', 'saved_settings', 'certificates')),
  revision bigint not null,
  -- One transaction raises it once, however many rows it writes.
  raised_by xid8
);

insert into page_revisions (area, revision)
select area, extract(epoch from clock_timestamp()) * 1000
from unnest(array['catalog', 'gold_price', 'settings', 'saved_settings', 'certificates']) as area;

-- Called by a deferred trigger of each table that pages are made of: nothing is locked after the
-- revision, so that no two transactions wait for each other because of it.
create function raise_page_revision() returns trigger language plpgsql as $$
declare
  raised bigint;
begin
  update page_revisions
  set revision = greatest(revision + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint),
      raised_by = pg_current_xact_id()
  where area = tg_argv[0] and raised_by is distinct from pg_current_xact_id()
  returning revision into raised;
  if found then
    perform pg_notify('page_revision', tg_argv[0] || ' ' || raised);
  end if;
  return null;
end
$$;

-- Processes that serve pages, and the sum of the revisions each knows. A change counts as done once all
-- of them know it. Logged, because a process trusts its pages for some seconds after PostgreSQL crashed
-- and came back: a change of a price must then find its row, and wait.
create table web_processes (
  id text primary key,
  known_revisions bigint not null,
  seen_at timestamptz not null
);

-- /readyz writes here. A database that answers and cannot be written to (a full disk, a standby)
-- takes no orders, and a proxy should send them to another process.
create table readiness_checks (
  id text primary key check (id = 'current'),
  checked_at timestamptz not null
);

-- Which process runs a job. A lease ends automatically, so that a process that froze or died stops no
-- job for long. The process that takes it over raises the fence, by which what the former holder still
-- wants to write is refused. Times are of the database's clock, the one that all processes share.
create table job_leases (
  name text primary key check (name <> ''),
  holder text not null check (holder <> ''),
  fence bigint not null check (fence > 0),
  expires_at timestamptz not null
);

-- How often each client requested what costs something, counted for all processes together
-- (app/.server/platform/http/limits/rate-limits.ts; the columns are those of rate-limiter-flexible). Worth
-- nothing after a crash, so it is not written to the log.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- What browsers report of pages: what the content security policy refused, crashes, features that
-- end. Only how many of each kind a day: a report itself may hold a visitor's address.
create table browser_reports (
  day date not null,
  kind text not null check (kind ~ '^[a-z -]{1,60}$'),
  count integer not null check (count > 0),
  primary key (day, kind)
);
