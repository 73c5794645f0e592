-- The words staff wrote for a mail. Versions are only added, so that each earlier one can be read and
-- taken back; one without text means the text that is built in.

create table mail_texts (
  id bigint generated always as identity primary key,
  kind text not null check (kind <> ''),
  version integer not null check (version > 0),
  subject text check (char_length(subject) between 1 and 120),
  body text check (char_length(body) between 1 and 10000),
  at timestamptz not null,
  by text not null check (by <> ''),
  unique (kind, version),
  check ((subject is null) = (body is null))
);
