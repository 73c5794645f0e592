-- What staff wrote in place of the texts, facts and images that come with the program, and their own posts
-- (docs/decisions/057-saved-settings.md).

-- Versions are only added, so that each earlier one can be read and restored; one without fields means the
-- text that comes with the program.
create table shop_texts (
  key text not null check (key ~ '^[a-z][a-z0-9-]*$'),
  version integer not null check (version > 0),
  -- By the name of the field, and only what differs from the shipped text.
  fields jsonb check (jsonb_typeof(fields) = 'object'),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  primary key (key, version)
);

-- One for each text, apart from what is published; `seen` is the version that it was begun from.
create table shop_text_drafts (
  key text primary key check (key ~ '^[a-z][a-z0-9-]*$'),
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  seen integer not null check (seen >= 0),
  revision integer not null check (revision > 0),
  at timestamptz not null,
  by text not null check (by ~ '\S')
);

create constraint trigger raises_page_revision after insert or update or delete on shop_texts
deferrable initially deferred for each row execute function raise_page_revision('settings');

-- Who confirmed that an expert, such as a lawyer, has read which version of a text; 0 is the text that comes
-- with the program. A later version must be read again.
create table shop_text_readings (
  key text not null check (key ~ '^[a-z][a-z0-9-]*$'),
  version integer not null check (version >= 0),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  primary key (key, version)
);
