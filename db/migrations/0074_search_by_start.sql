-- The search of the admin area finds what begins as typed, among 100,000 orders within milliseconds. In the
-- order of bytes a range of an index is what begins alike, whatever order of words the database has.
create index orders_number_start on orders (number collate "C");
create index orders_email_start on orders ((folded(email)) collate "C") where email is not null;
create index customers_email_start on customers (email collate "C");
create index customers_name_start on customers ((without_accents(name)) collate "C")
where name is not null;
create index customers_last_name_start
on customers ((without_accents(regexp_replace(name, '^.* ', ''))) collate "C")
where name is not null;
