-- A size has a key beside its label: the address of its page (/product/{id}?size=…) and the id of its item
-- in merchant feeds name it, so that both stay when staff rename the size. Null for what is no gold size,
-- and where none was stored: then it is made from the label (app/domain/catalog/size-key.ts).
alter table product_attributes
  add column size_key text check (char_length(size_key) between 1 and 60);

create unique index product_size_keys on product_attributes (product_id, lower(size_key))
where size_key is not null;

-- Items of the feed were called {product}-{label}: those that Google takes, of up to 50 characters, keep
-- their id. Of labels that differ in case alone the first keeps it.
-- The notices of changed pages are written at once: a table with some to come cannot be altered.
set constraints all immediate;
update product_attributes attribute set size_key = size.label
from (
  select id, product_id, label,
    row_number() over (partition by product_id, lower(label) order by position, id) as nth
  from (
    select id, product_id, position, regexp_replace(substr(name, 11), '^\s+|\s+$', '', 'g') as label
    from product_attributes where name like 'Gold Size:%'
  ) labeled
) size
where size.id = attribute.id and size.nth = 1
  and char_length(size.label) between 1 and 49 - char_length(size.product_id);
set constraints all deferred;
