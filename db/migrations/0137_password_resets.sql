-- Lost password: who asked for a link, and the link as a hash: nobody who reads this table can open one.
-- Rows go automatically.

create table password_resets (
  -- Random, 16 bytes as base64url.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  -- As submitted. Whether an admin has it is looked up by a job: the answer is the same for every address.
  email text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > requested_at),
  -- When the job looks at it next: later, where the mail server did not take the email.
  next_attempt_at timestamptz not null,
  -- Both are set when the email is written; a request for an address that no admin has is deleted.
  admin_id text references admins on delete cascade,
  -- SHA-256 of the last part of the link.
  token_hash text unique,
  check (num_nulls(admin_id, token_hash) in (0, 2))
);
