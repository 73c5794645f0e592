-- A category is made when a product is saved with it, and nothing deletes it. Those of deleted samples stayed in
-- the filters and suggestions for good. A category goes with its last product, however that leaves it: deleted,
-- edited, or by a file. At the end of the transaction, because a save takes all categories off and puts them back.
create function delete_unused_category() returns trigger language plpgsql as $$
begin
  -- Waits for another transaction that gives the category to a product; the next statement sees it.
  perform from product_categories where id = old.category_id for update;
  delete from product_categories where id = old.category_id
    and not exists (select from product_category_mappings where category_id = old.category_id);
  return null;
end
$$;

create constraint trigger deletes_unused_category after delete or update of category_id
on product_category_mappings deferrable initially deferred
for each row execute function delete_unused_category();

delete from product_categories
where not exists (select from product_category_mappings where category_id = product_categories.id);
