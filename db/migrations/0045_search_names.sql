-- Staff search a name without the signs in it: "obrien" finds O'Brien, and "annemarie" Anne-Marie. The program takes
-- them out of what is typed as well (nameKey in app/domain/text/fold.ts). Each index is the one of before (0010, 0019,
-- 0020) with this key.
create function name_key(value text) returns text
language sql immutable strict parallel safe
return translate(search_folded(value), '''-', '');

drop index orders_name_start, orders_second_name_start, orders_last_name_start,
  customers_name_start, customers_last_name_start, messages_name_start;

create index orders_name_start
on orders ((left(name_key(shipping_address ->> 'name'), 200)) collate "C")
where shipping_address ->> 'name' is not null;
create index orders_second_name_start
on orders ((left(name_key(regexp_replace(shipping_address ->> 'name', '^[^ ]* ', '')), 200)) collate "C")
where shipping_address ->> 'name' is not null;
create index orders_last_name_start
on orders ((left(name_key(regexp_replace(shipping_address ->> 'name', '^.* ', '')), 200)) collate "C")
where shipping_address ->> 'name' is not null;
create index customers_name_start on customers ((name_key(name)) collate "C")
where name is not null;
create index customers_last_name_start
on customers ((name_key(regexp_replace(name, '^.* ', ''))) collate "C")
where name is not null;
create index messages_name_start on messages ((name_key(name)) collate "C");

-- By the digits of a serial number alone, as they are read from a piece: 000123 of FN-000123.
create index weighed_items_serial_digits
on weighed_items ((substring(serial from '[0-9]+$')) collate "C");

-- By the email address that an order had before staff corrected it.
create index order_addresses_email_start
on order_addresses ((search_folded(shown_email(email))) collate "C")
where email is not null;
