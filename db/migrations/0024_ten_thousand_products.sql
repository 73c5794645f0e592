-- What ten thousand products need, so that neither a save nor a screen of the admin area waits for
-- all of them to be read.

-- After each save every process compares the versions of all products. Found in the index alone,
-- not in the rows with their descriptions, that takes a third of the time. Otherwise as before.
drop index products_newest;
create index products_newest on products (created_at desc, id collate "C")
  include (revision, updated_at);

-- Every screen of the admin area tells of sizes whose weight is finer than a milligram. There are few
-- or none, and they were looked for in every attribute. The condition is that of
-- app/.server/catalog/queries/too-fine-weights.ts, word for word, else the index is not used.
create index product_attributes_too_fine on product_attributes (product_id)
  where name like 'Gold Size:%' and option ~* 'weight:\s*[0-9]*\.[0-9]{3}0*[1-9]';
