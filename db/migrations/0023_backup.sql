-- Backups of each night, and the restores that were tested. Staff see the last of each; without it a backup
-- that stopped being written would be noticed on the day it is needed.

create table backup_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('nightly', 'rehearsal')),
  state text not null check (state in ('running', 'done', 'failed')),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Where it was written, a folder or bucket, and under which name.
  place text,
  name text,
  bytes bigint check (bytes >= 0),
  -- Of the file as it was stored, in hexadecimal: a later check compares it.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- How BACKUP_COMMAND ended, and the end of its output.
  command_exit integer,
  command_output text,
  -- A message for staff.
  problem text check (problem ~ '\S'),
  check ((state = 'running') = (finished_at is null)),
  check ((state = 'failed') = (problem is not null))
);

create index backup_runs_latest on backup_runs (kind, started_at desc);
