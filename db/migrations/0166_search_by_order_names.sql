-- The search of the admin area finds an order by the name it was placed with. That of its customer is the latest
-- alone, and orders of one email address may have several names: each word of up to three is a start.
-- No row of an index may be longer than 2,704 bytes.
create index orders_name_start
on orders ((left(search_folded(shipping_address ->> 'name'), 200)) collate "C")
where shipping_address ->> 'name' is not null;
create index orders_second_name_start
on orders ((left(search_folded(regexp_replace(shipping_address ->> 'name', '^[^ ]* ', '')), 200)) collate "C")
where shipping_address ->> 'name' is not null;
create index orders_last_name_start
on orders ((left(search_folded(regexp_replace(shipping_address ->> 'name', '^.* ', '')), 200)) collate "C")
where shipping_address ->> 'name' is not null;
