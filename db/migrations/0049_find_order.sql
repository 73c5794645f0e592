-- Find my order: who asked for the orders of an e-mail address, the link they were mailed, and the session
-- it opened (docs/decisions/046-find-my-order.md). Links and sessions are kept as hashes: nobody who reads
-- this table can open one. Rows go by themselves.

create table find_order_links (
  -- Random, 16 bytes as base64url.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  -- As it was typed.
  email text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  -- When the mail was queued; a request for an address without orders is deleted instead.
  answered_at timestamptz,
  -- SHA-256 of the link's last part, once the mail is written.
  token_hash text unique,
  -- It works once.
  opened_at timestamptz,
  session_hash text unique,
  session_ends_at timestamptz,
  check (num_nulls(opened_at, session_hash, session_ends_at) in (0, 3))
);
create index find_order_links_unanswered on find_order_links (asked_at) where answered_at is null;

create index orders_email on orders (folded(email)) where email is not null;
