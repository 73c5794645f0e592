-- Keys that the shop signs with, Ed25519 (docs/decisions/063-price-proof.md). Public halves are kept for
-- good, so that what was signed can be checked; the private half is encrypted under the shop's secret,
-- and goes when its key is retired.
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
