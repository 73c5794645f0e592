-- The texts of the shop and those of its emails are versioned in the same way, and had a table each. Here they
-- become one, so that whatever is done with a version, such as restoring it, is written once and serves both.
-- A program that does not know this file looks for the old tables:
-- breaking

-- Versions are only added, so that each earlier one can be read and restored; one without fields means the
-- text that comes with the program.
create table text_versions (
  kind text not null check (kind in ('shop', 'email')),
  -- Which text of its kind: a page, a policy or a post; an email by the name of its kind in mail_outbox.
  key text not null check (key ~ '^[a-z][a-z0-9-]*$'),
  version integer not null check (version > 0),
  -- By the name of the field, and only what differs from the text that comes with the program.
  fields jsonb check (jsonb_typeof(fields) = 'object'),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  primary key (kind, key, version),
  -- A subject and a body, as long as mail programs and the screen of the text take them.
  constraint text_versions_of_email check (
    kind <> 'email' or fields is null or (
      fields - array['subject', 'body'] = '{}'
      and coalesce(char_length(fields ->> 'subject') between 1 and 120, true)
      and coalesce(char_length(fields ->> 'body') between 1 and 10000, true)
    )
  )
);

insert into text_versions (kind, key, version, fields, at, by)
select 'shop', key, version, fields, at, by from shop_texts
union all
select 'email', kind, version,
  case when subject is not null then jsonb_build_object('subject', subject, 'body', body) end, at, by
from mail_texts;

drop table shop_texts;
drop table mail_texts;

-- Pages show texts of the shop, and no text of an email.
create constraint trigger raises_page_revision after insert or update on text_versions
deferrable initially deferred for each row when (new.kind = 'shop')
execute function raise_page_revision('settings');
create constraint trigger raises_page_revision_when_deleted after delete on text_versions
deferrable initially deferred for each row when (old.kind = 'shop')
execute function raise_page_revision('settings');

-- One for each text, apart from what is published; `seen` is the version that it was begun from.
create table text_drafts (
  kind text not null check (kind in ('shop', 'email')),
  key text not null check (key ~ '^[a-z][a-z0-9-]*$'),
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  seen integer not null check (seen >= 0),
  revision integer not null check (revision > 0),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  primary key (kind, key)
);

insert into text_drafts (kind, key, fields, seen, revision, at, by)
select 'shop', key, fields, seen, revision, at, by from shop_text_drafts;

drop table shop_text_drafts;
