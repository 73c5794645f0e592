-- Sessions that know when a second factor was last shown, passkeys, and a change of e-mail address
-- that waits until the new address confirms it (docs/decisions/028-passkeys-and-fresh-factor.md).

-- When this session last showed a code, a recovery code or a passkey. What costs money or trust asks
-- for one that is not older than ten minutes; a session from before this column is asked once.
alter table admin_sessions add column factor_at timestamptz;

-- Another way to sign in: what a passkey proves is kept here, its private half never leaves the device.
create table admin_passkeys (
  -- The credential's own id, base64url.
  id text primary key check (id ~ '^[A-Za-z0-9_-]+$'),
  admin_id text not null references admins on delete cascade,
  name text not null check (name ~ '\S' and char_length(name) <= 100),
  -- COSE, base64url.
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]+$'),
  -- Rises at each use where the authenticator counts; one that falls is a copy.
  counter bigint not null check (counter >= 0),
  -- How the browser may reach the authenticator, as it said: internal, usb, hybrid.
  transports jsonb not null default '[]' check (jsonb_typeof(transports) = 'array'),
  -- Whether it may be copied to other devices of its owner, and whether it has been.
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index admin_passkeys_admin on admin_passkeys (admin_id);

-- What a browser is asked to sign, once, within minutes. Deleted when it comes back.
create table passkey_challenges (
  challenge text primary key check (char_length(challenge) >= 43),
  -- Null: to sign in. Else of this session alone.
  session_id text references admin_sessions on delete cascade,
  expires_at timestamptz not null
);

create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- At most one change of e-mail address waits for each admin.
create table admin_email_changes (
  admin_id text primary key references admins on delete cascade,
  new_email text not null check (new_email ~ '^[^[:cntrl:][:space:]]+@[^[:cntrl:][:space:]]+$'),
  -- Keyed hash of what the link carries.
  token_hash text not null unique check (char_length(token_hash) >= 43),
  expires_at timestamptz not null
);
