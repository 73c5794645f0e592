-- Who said that somebody who knows, such as a lawyer, has read which version of a text; 0 is the text
-- that comes with the program. A later version is to be read again.

create table shop_text_readings (
  key text not null check (key ~ '^[a-z][a-z0-9-]*$'),
  version integer not null check (version >= 0),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  primary key (key, version)
);
