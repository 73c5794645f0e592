-- Every piece of the catalog could be returned for a change of mind. Staff say of a product that it cannot,
-- and an owner whether engraved pieces can; a line of an order keeps what was said when it was sold.
alter table products add column final_sale boolean not null default false;
alter table order_lines add column final_sale boolean not null default false;

-- Terms that were saved before took engraved pieces back.
alter table return_terms add column takes_engraved boolean not null default true;
alter table return_terms alter column takes_engraved set default false;
