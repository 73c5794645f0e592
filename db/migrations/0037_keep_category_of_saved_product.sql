-- Two people who saved products of one category at the same moment blocked each other, and one of them was
-- refused: each had locked the category by putting it back, and at the end wanted it alone (0034). A product that
-- has the category still shows that it is used, so nothing is locked for it.
create or replace function delete_unused_category() returns trigger language plpgsql as $$
begin
  if exists (
    select from product_category_mappings
    where product_id = old.product_id and category_id = old.category_id
  ) then
    return null;
  end if;
  -- Waits for another transaction that gives the category to a product; the next statement sees it.
  perform from product_categories where id = old.category_id for update;
  delete from product_categories where id = old.category_id
    and not exists (select from product_category_mappings where category_id = old.category_id);
  return null;
end
$$;
