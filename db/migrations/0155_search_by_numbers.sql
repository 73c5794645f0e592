-- The search of the admin area and of the orders finds a phone number by its digits, from the front or from the
-- end, a ZIP code, a serial number, a tracking number and the name of a product: each from an index. No row of an
-- index may be longer than 2,704 bytes, so long texts are cut.
-- Digits without an extension and without the country code 1.
create function phone_digits(value text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  regexp_replace(regexp_replace(left(value, 40), '[x#;].*$', '', 'i'), '[^0-9]', '', 'g'),
  '^1(?=[0-9]{10}$)', '');

create index orders_phone_start on orders ((phone_digits(shipping_address ->> 'phone')) collate "C")
where shipping_address ->> 'phone' is not null;
create index orders_phone_end
on orders ((reverse(phone_digits(shipping_address ->> 'phone'))) collate "C")
where shipping_address ->> 'phone' is not null;
create index orders_zip_start on orders ((left(shipping_address ->> 'postalCode', 20)) collate "C")
where shipping_address is not null;
create index weighed_items_serial_start on weighed_items (serial collate "C");
create index parcels_tracking_start on parcels ((left(tracking, 40)) collate "C");
create index order_lines_product on order_lines (product_id, order_id);
create index order_lines_name_start on order_lines ((left(search_folded(name), 200)) collate "C");
