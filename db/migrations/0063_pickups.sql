-- Orders that are ready for their buyer to pick up. The buyer shows a code of six digits, made of these random
-- bytes and the secret of the shop, so that it cannot be read from the database or a backup.
create table pickups (
  order_id text primary key references orders,
  -- 16 bytes as base64url.
  nonce text not null check (nonce ~ '^[A-Za-z0-9_-]{22}$'),
  ready_at timestamptz not null,
  ready_by text not null check (ready_by ~ '\S'),
  -- Codes that were not right, since the first of them in the last hour.
  wrong_codes integer not null default 0 check (wrong_codes >= 0),
  wrong_since timestamptz,
  check ((wrong_codes = 0) = (wrong_since is null))
);
