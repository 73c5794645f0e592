-- breaking: an older program would sell pieces that are counted by size without counting them.
-- A jeweler who has two of the Small and one of the Large says so by size (docs/decisions/058-stock.md). A size
-- is counted as a product is: what is there, what staff last entered, and what unpaid orders have of it.
alter table product_attributes
  -- There and not sold yet; null: made to order, or the product is counted as a whole.
  add column pieces integer,
  add column pieces_counted integer,
  add column pieces_reserved integer not null default 0,
  add constraint product_attributes_pieces_counted check (pieces >= 0 and pieces_counted >= 0),
  add constraint product_attributes_pieces_both check ((pieces is null) = (pieces_counted is null)),
  add constraint product_attributes_pieces_reserved
    check (pieces_reserved >= 0 and pieces_reserved <= pieces),
  -- Orders name the size by its key, which stays when it is renamed.
  add constraint product_attributes_pieces_key
    check (size_key is not null or (pieces is null and pieces_reserved = 0));

alter table stock_claims
  -- The key of the size that is counted; empty: all sizes of the product count together.
  add column size text not null default '' check (char_length(size) <= 60),
  drop constraint stock_claims_pkey,
  add primary key (order_id, product_id, size);

-- A piece that is counted twice would be sold twice. Looked at when the transaction ends: a save writes the
-- product and its sizes one after the other.
create function refuse_two_counts() returns trigger language plpgsql as $$
begin
  if exists (
    select from products join product_attributes size on size.product_id = products.id
    where products.id = to_jsonb(new) ->> tg_argv[0]
      and products.pieces is not null and size.pieces is not null
  ) then
    raise exception 'Pieces are counted for the whole product and for a size of it.'
      using errcode = 'check_violation', constraint = 'products_counted_once';
  end if;
  return null;
end
$$;
create constraint trigger counted_once after insert or update of pieces on products
deferrable initially deferred for each row when (new.pieces is not null)
execute function refuse_two_counts('id');
create constraint trigger counted_once after insert or update of pieces on product_attributes
deferrable initially deferred for each row when (new.pieces is not null)
execute function refuse_two_counts('product_id');
