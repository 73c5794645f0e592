-- Certificates of single pieces, signed and published under an address that cannot be guessed
-- (docs/decisions/063-price-proof.md). Nothing here names a buyer but the order, which no answer shows.

-- The image of a piece as its certificates show it, whatever becomes of the product.
create table certificate_pictures (
  -- SHA-256 of the JPEG.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  jpeg bytea not null check (substring(jpeg for 2) = decode('ffd8', 'hex'))
);

create table certificates (
  -- 130 random bits.
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{26}$'),
  order_id text not null references orders,
  -- The position of a line of the order, and which of its pieces it is.
  line integer not null check (line >= 0),
  item integer not null check (item >= 1),
  -- From the second on each replaces the one before.
  nth integer not null check (nth >= 1),
  serial text not null check (serial ~ '\S'),
  actual_mg bigint not null check (actual_mg > 0),
  issued_at timestamptz not null,
  key_id text not null references signing_keys,
  picture text references certificate_pictures,
  replaces text unique references certificates,
  -- The signed file, byte by byte.
  file text not null check (file ~ '\S'),
  state text not null check (state in ('valid', 'lost', 'recast', 'revoked')),
  -- SHA-256 of the claim code in the box; null until one was made.
  claim_hash text check (claim_hash ~ '^[0-9a-f]{64}$'),
  unique (order_id, line, item, nth),
  constraint certificates_in_place_of_one check ((nth = 1) = (replaces is null))
);

-- A piece has one that is valid.
create unique index certificates_one_stands on certificates (order_id, line, item)
where state <> 'revoked';
create index certificates_serial on certificates (lower(serial));

create function keep_certificate() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state not in ('recast', 'revoked')
    and to_jsonb(old) - '{state,claim_hash}'::text[] = to_jsonb(new) - '{state,claim_hash}'::text[] then
    return new;
  end if;
  raise exception 'A certificate is kept as it was issued' using errcode = 'restrict_violation';
end
$$;
create trigger certificates_kept before update or delete on certificates
for each row execute function keep_certificate();
create trigger certificates_kept_whole before truncate on certificates
for each statement execute function refuse_change();
create trigger certificate_pictures_kept before update or delete on certificate_pictures
for each row execute function refuse_change();
create trigger certificate_pictures_kept_whole before truncate on certificate_pictures
for each statement execute function refuse_change();

-- What became of a certificate; its page shows when and what, and what staff wrote for it.
create table certificate_events (
  id bigint generated always as identity primary key,
  certificate_id text not null references certificates,
  at timestamptz not null,
  -- new code: the owner lost the claim code, and staff who checked that the piece is theirs made another.
  event text not null check (event in ('lost', 'found', 'passed on', 'new code', 'recast', 'revoked')),
  actor text not null check (actor in ('owner', 'staff', 'shop')),
  -- Which of staff; empty for others. Never shown in public.
  by text not null check ((actor = 'staff') = (by ~ '\S')),
  reason text not null
);
create index certificate_events_certificate on certificate_events (certificate_id, id);
create trigger certificate_events_kept before update or delete on certificate_events
for each row execute function refuse_change();
create trigger certificate_events_kept_whole before truncate on certificate_events
for each statement execute function refuse_change();

-- Public pages of certificates are cached until one of them changes.
create constraint trigger raises_page_revision after insert on certificate_events
deferrable initially deferred for each row execute function raise_page_revision('certificates');
