-- A piece that is not sent to other countries.

alter table products
  add column us_only boolean not null default false;
