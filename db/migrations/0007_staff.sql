-- Staff and how they sign in. A row in `admins` is the permission, and the only one: sessions and recovery
-- codes belong to it and are deleted with it.

create table admins (
  id text primary key,
  email text not null unique check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  -- Both factors or no admin: an account without a second factor could be opened by a password alone.
  mfa_code text not null constraint admins_mfa_code check (mfa_code ~ '\S'),
  password_hash text not null check (password_hash ~ '\S'),
  created_at timestamptz not null default now(),
  -- The time step (30 seconds each since 1970) of the last code that was accepted: that code and older
  -- ones are refused from then on, in every process.
  last_step bigint check (last_step >= 0),
  -- What a role may do is in app/domain/access/rights.ts (docs/decisions/027-roles-and-rights.md).
  role text not null check (role in ('owner', 'manager', 'bench')),
  signed_in_at timestamptz,
  -- Alerts up to here were dismissed from the admin's status bar.
  alerts_seen_until timestamptz,
  -- A cookie that names a known device counts only where it was made after this moment; null: no device
  -- was ever forgotten.
  devices_known_from timestamptz
);

-- One person, one account, however the address is capitalized.
create unique index admins_email on admins (folded(email));

-- While there is any admin, one of them is an owner. Two changes at once wait for each other: each
-- would still see the other's owner.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  if tg_when = 'BEFORE' then
    perform pg_advisory_xact_lock(hashtext('admins keep an owner'));
  elsif exists (select from admins) and not exists (select from admins where role = 'owner') then
    raise exception 'the last owner stays an owner'
      using errcode = 'check_violation', constraint = 'admins_keep_an_owner';
  end if;
  return null;
end
$$;

create trigger keeps_an_owner_first before update of role or delete on admins
  for each statement execute function keep_an_owner();
create trigger keeps_an_owner after update of role or delete on admins
  for each statement execute function keep_an_owner();

-- Sessions ----------------------------------------------------------------------------------------

create table admin_sessions (
  id text primary key,
  -- Random; the cookie carries it with a signature that only the shop's secret makes.
  token text not null unique check (char_length(token) >= 32),
  admin_id text not null references admins on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- When this session last showed a code, a recovery code or a passkey. What costs money or trust requires
  -- one that is not older than ten minutes (docs/decisions/008-sign-in.md).
  factor_at timestamptz
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
-- hash, so that the table holds neither email nor network addresses.
create table sign_in_attempts (
  key text primary key,
  points integer not null default 0,
  expire timestamptz
);

create index sign_in_attempts_expiry on sign_in_attempts (expire);

-- What the one-time setup link is made from, together with the shop's secret: one row while there is
-- no admin, so that every process prints the same link. The first admin ends both.
create table setup_links (
  id text primary key check (id = 'current'),
  nonce text not null check (char_length(nonce) >= 32),
  made_at timestamptz not null
);

-- Passkeys ----------------------------------------------------------------------------------------

-- What a passkey proves is stored here; its private half never leaves the device.
create table admin_passkeys (
  -- The id of the credential, base64url.
  id text primary key check (id ~ '^[A-Za-z0-9_-]+$'),
  admin_id text not null references admins on delete cascade,
  name text not null check (name ~ '\S' and char_length(name) <= 100),
  -- COSE, base64url.
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]+$'),
  -- Rises at each use where the authenticator counts; one that falls is a copy.
  counter bigint not null check (counter >= 0),
  -- How the browser may reach the authenticator, as it reported: internal, usb, hybrid.
  transports jsonb not null default '[]' check (jsonb_typeof(transports) = 'array'),
  -- Whether it may be copied to other devices of its owner, and whether it has been.
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index admin_passkeys_admin on admin_passkeys (admin_id);

-- What a browser must sign, once, within minutes. Deleted when it comes back.
create table passkey_challenges (
  challenge text primary key check (char_length(challenge) >= 43),
  -- Null: to sign in. Else of this session alone.
  session_id text references admin_sessions on delete cascade,
  expires_at timestamptz not null,
  -- Made after password and code, or another passkey, were shown. Otherwise a stolen session alone could
  -- add a passkey and keep a way in.
  adds_passkey boolean not null default false
);

create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- Changes of an account ----------------------------------------------------------------------------

-- At most one change of email address waits for each admin, until the new address confirms it.
create table admin_email_changes (
  admin_id text primary key references admins on delete cascade,
  new_email text not null check (new_email ~ '^[^[:cntrl:][:space:]]+@[^[:cntrl:][:space:]]+$'),
  -- Keyed hash of what the link carries.
  token_hash text not null unique check (char_length(token_hash) >= 43),
  expires_at timestamptz not null,
  -- Of the link "This wasn't me" in the email to the present address, which cancels the change.
  cancel_hash text unique
);

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

-- Who was invited by whom, as what, until when, and what became of it
-- (docs/decisions/027-roles-and-rights.md). The link is made of the shop's secret and the id, so that
-- nobody who reads this table can open one.
create table invitations (
  -- Random, 16 bytes as base64url.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  email text not null check (email ~ '^[^[:cntrl:][:space:]]+@[^[:cntrl:][:space:]]+$'),
  role text not null check (role in ('owner', 'manager', 'bench')),
  -- What a removed owner began ends with them.
  invited_by text not null references admins on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  accepted_at timestamptz,
  revoked_at timestamptz,
  check (num_nonnulls(accepted_at, revoked_at) <= 1)
);

-- At most one for an address is open.
create unique index invitations_open on invitations (folded(email))
  where accepted_at is null and revoked_at is null;

-- Alerts ------------------------------------------------------------------------------------------

-- What staff should know without having asked: emailed, and shown in the status bar for a week.
create table alerts (
  id text primary key default gen_random_uuid()::text,
  at timestamptz not null,
  -- One of the list in app/.server/alerts/alert.ts.
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- Whose account it is about; null: about the shop, for every owner.
  admin_id text references admins on delete cascade,
  -- Where the same is found again and again, there is one alert.
  occasion text,
  -- Never a secret, nothing of a buyer.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  address text,
  browser text,
  -- The known-device cookie that a sign-in was given: there it need not be shown.
  device text,
  -- An alert about something that goes on, such as checkouts that Stripe refuses, ends when it is over.
  resolved_at timestamptz,
  unique (kind, occasion)
);

create index alerts_latest on alerts (at desc);
