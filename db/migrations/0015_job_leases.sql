-- Which process runs a job. A lease ends by itself, so that a process that froze or died stops no
-- job for long; whoever takes it over counts the fence up, by which what the former holder still
-- wants to write is refused. Times are of the database's clock, the one that all processes share.
create table job_leases (
  name text primary key check (name <> ''),
  holder text not null check (holder <> ''),
  fence bigint not null check (fence > 0),
  expires_at timestamptz not null
);
