-- A piece can be engraved: what that costs, and how long the text may be. Both null: it is not.
alter table products
  add column engraving_fee_cents bigint
    constraint products_engraving_fee check (engraving_fee_cents between 0 and 1000000000),
  add column engraving_max integer
    constraint products_engraving_max check (engraving_max between 1 and 60),
  add constraint products_engraving_whole
    check ((engraving_fee_cents is null) = (engraving_max is null));

-- What is engraved on each piece of a line, and what that costs. The text may name people: it goes with
-- the data of its buyer, and is in no hash of the books; its fee stays, and follows from the hashed sums.
alter table order_lines
  add column engraving text
    constraint order_lines_engraving_length check (char_length(engraving) between 1 and 60),
  add column engraving_fee_cents bigint not null default 0
    constraint order_lines_engraving_fee check (engraving_fee_cents >= 0);

-- A unit price was gold and fee.
do $$
declare
  old_check text;
begin
  select conname into strict old_check from pg_constraint
  where conrelid = 'order_lines'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%unit_price_cents = (metal_value_cents + fee_cents)%';
  execute format('alter table order_lines drop constraint %I', old_check);
end
$$;
alter table order_lines add constraint order_lines_unit_price
  check (unit_price_cents = metal_value_cents + fee_cents + engraving_fee_cents);

-- What a buyer ordered is cut into gold: nobody changes it afterwards, only erases it.
create function order_lines_keep_engraving() returns trigger language plpgsql as $$
begin
  if new.engraving_fee_cents <> old.engraving_fee_cents
    or new.engraving is distinct from old.engraving and new.engraving is not null then
    raise exception 'the engraving of an order is not changed';
  end if;
  return new;
end
$$;
create trigger order_lines_engraving_kept before update on order_lines
for each row execute function order_lines_keep_engraving();
