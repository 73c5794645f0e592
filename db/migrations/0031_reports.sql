-- What browsers report of pages: what the content security policy refused, crashes, features that
-- end. Only how many of each kind a day: a report itself may hold a visitor's address.
create table browser_reports (
  day date not null,
  kind text not null check (kind ~ '^[a-z -]{1,60}$'),
  count integer not null check (count > 0),
  primary key (day, kind)
);
