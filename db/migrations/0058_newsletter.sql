-- A newsletter that another service sends: whether the shop offers it, and who confirmed that they want it.

create table newsletter_settings (
  id text primary key check (id = 'current'),
  enabled boolean not null default false,
  -- What visitors agree to, and how often it was changed.
  sentence text not null check (char_length(sentence) between 1 and 300),
  version integer not null check (version > 0),
  updated_at timestamptz not null
);

create constraint trigger raises_page_revision after insert or update or delete on newsletter_settings
deferrable initially deferred for each row execute function raise_page_revision('settings');

-- A row is written once the address was confirmed, and deleted when its owner leaves.
create table newsletter_subscribers (
  id text primary key default gen_random_uuid()::text,
  email text not null check (email ~ '^[^[:cntrl:][:space:]]+@[^[:cntrl:][:space:]]+$'),
  -- When the form was sent: of two requests the later counts, whichever is confirmed last.
  requested_at timestamptz not null,
  confirmed_at timestamptz not null,
  -- The page with the form.
  source text not null check (source ~ '^/[a-z-]*$'),
  -- As the visitor read it.
  sentence text not null check (sentence <> ''),
  version integer not null check (version > 0)
);
-- An address is on the list once, by any spelling.
create unique index newsletter_subscribers_of_email on newsletter_subscribers (email_key(email));
create index newsletter_subscribers_by_time on newsletter_subscribers (confirmed_at, id collate "C");
