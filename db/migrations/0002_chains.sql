-- Rows that are written once and hashed, so that a change made past the triggers is found by
-- `npm run audit -- check` (docs/decisions/032-chains-and-books.md), and the keys the shop signs with.

-- Rows that are hashed, in the order they were committed in. A row that may change has one link for each
-- state it was in; the last is how it must be now.
create table chain_links (
  chain text not null check (chain ~ '^[a-z_]+$'),
  position bigint not null check (position > 0),
  row_key text not null,
  -- SHA-256 of the row's text, and of that together with the hash before; in hexadecimal.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (chain, position)
);

create index chain_links_row on chain_links (chain, row_key, position);

create function sha256_hex(value text) returns text
language sql immutable strict parallel safe
return encode(sha256(convert_to(value, 'UTF8')), 'hex');

-- A restore puts links back with their rows, and makes none.
create function is_restoring() returns boolean
language sql stable
return coalesce(current_setting('shop.restoring', true), '') = 'on';

-- One at a time, until the transaction ends. Called by deferred triggers, so that nobody waits longer
-- than a commit takes; what a command changes comes before what it records, so that the holder of this
-- lock waits for no other.
create function append_chain_link(of_chain text, of_row text, content text) returns void
language plpgsql as $$
declare
  last chain_links;
begin
  perform pg_advisory_xact_lock(hashtext('chain_links'));
  select * into last from chain_links where chain = of_chain order by position desc limit 1;
  insert into chain_links (chain, position, row_key, digest, hash) values (
    of_chain, coalesce(last.position, 0) + 1, of_row, sha256_hex(content),
    sha256_hex(coalesce(last.hash, '') || sha256_hex(content)));
end
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger chain_links_kept before update or delete on chain_links
for each row execute function refuse_change();
create trigger chain_links_kept_whole before truncate on chain_links
for each statement execute function refuse_change();

-- What the nightly check found when it compared the records with each other.
create table record_checks (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  orders bigint not null check (orders >= 0),
  -- Messages for staff; none where all agrees.
  findings jsonb not null check (jsonb_typeof(findings) = 'array'),
  -- Whether the payment provider was asked; null: there is none to ask.
  provider_asked boolean,
  -- How far each chain went: a later check knows by it that no end was cut off.
  heads jsonb not null check (jsonb_typeof(heads) = 'object')
);

create index record_checks_latest on record_checks (started_at desc);

-- Keys that the shop signs with, Ed25519 (docs/decisions/063-price-proof.md). Public halves are kept
-- permanently, so that what was signed can be checked; the private half is encrypted under the shop's
-- secret, and deleted when its key is retired.
create table signing_keys (
  -- The first 16 digits of SHA-256 of the public key.
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  -- SubjectPublicKeyInfo, in base64.
  public_key text not null unique check (public_key ~ '^[A-Za-z0-9+/]+=*$'),
  sealed text,
  made_at timestamptz not null,
  retired_at timestamptz,
  constraint signing_keys_private_half check ((sealed is null) = (retired_at is not null))
);

-- One signs, whichever process makes it first.
create unique index signing_keys_current on signing_keys ((true)) where retired_at is null;

create function keep_signing_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.retired_at is null
    and to_jsonb(old) - '{sealed,retired_at}'::text[] = to_jsonb(new) - '{sealed,retired_at}'::text[] then
    return new;
  end if;
  raise exception 'A signing key is kept as it was made' using errcode = 'restrict_violation';
end
$$;

create trigger signing_keys_kept before update or delete on signing_keys
for each row execute function keep_signing_key();
create trigger signing_keys_kept_whole before truncate on signing_keys
for each statement execute function refuse_change();
