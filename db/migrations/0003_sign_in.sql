-- Signing in. A row in `admins` is the permission, and the only one: sessions and recovery codes hang
-- on it and go with it, and there is no other table of users that could be mistaken for it.

-- Both factors or no admin: an account without a second factor could be opened by a password alone.
alter table admins alter column mfa_code set not null;
alter table admins add constraint admins_mfa_code check (mfa_code ~ '\S');

-- The time step (30 seconds each since 1970) of the last code that was accepted: that code and older
-- ones are refused from then on, in every process.
alter table admins add column last_step bigint check (last_step >= 0);

create table admin_sessions (
  id text primary key,
  -- Random; the cookie carries it with a signature that only the shop's secret makes.
  token text not null unique check (char_length(token) >= 32),
  admin_id text not null references admins on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text
);

create index admin_sessions_admin on admin_sessions (admin_id);
create index admin_sessions_expiry on admin_sessions (expires_at);

create table admin_recovery_codes (
  admin_id text not null references admins on delete cascade,
  -- Keyed hash; the codes themselves are shown once and kept nowhere.
  code_hash text not null check (code_hash ~ '\S'),
  used_at timestamptz,
  primary key (admin_id, code_hash)
);

-- Attempts to sign in, counted per account and per address in all processes together; the key is a
-- hash, so that the table keeps neither e-mail nor network addresses.
create table sign_in_attempts (
  key text primary key,
  points integer not null default 0,
  expire timestamptz
);

create index sign_in_attempts_expiry on sign_in_attempts (expire);

-- What the one-time setup link is made from, together with the shop's secret: one row while there is
-- no admin, so that every process prints the same link; gone with the first admin, and so is the link.
create table setup_links (
  id text primary key check (id = 'current'),
  nonce text not null check (char_length(nonce) >= 32),
  made_at timestamptz not null
);
