-- Every screen of the admin area asks which sizes have a payment link that is not used: without this index
-- it reads all sizes there are, 30 ms with 10,000 products.
create index product_attributes_links on product_attributes (product_id)
where name like 'Gold Size:%' and option ~* 'stripe link:';
