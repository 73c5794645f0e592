-- An engraving that was typed wrong could not be corrected: a trigger let it only be erased. Staff correct
-- it until its piece is sent. What it was is kept apart from the history, whose rows never change: the text
-- may name people, and goes with the buyer's data.
create table order_engravings (
  id bigint generated always as identity primary key,
  order_id text not null,
  -- The position of its line.
  line integer not null,
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  -- Null once they are erased.
  before text,
  after text,
  constraint order_engravings_line_fkey foreign key (order_id, line)
    references order_lines (order_id, position)
);
create index order_engravings_order on order_engravings (order_id, id);

-- Neither its fee nor whether there is one changes: both were sold.
create or replace function order_lines_keep_engraving() returns trigger language plpgsql as $$
begin
  if new.engraving_fee_cents <> old.engraving_fee_cents
    or new.engraving is distinct from old.engraving and new.engraving is not null and (
      old.engraving is null or not is_restoring() and exists (
        select from parcel_lines where order_id = new.order_id and line = new.position))
  then
    raise exception 'the engraving of an order is not changed';
  end if;
  return new;
end
$$;
