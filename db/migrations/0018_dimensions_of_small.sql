-- The built-in pendants showed the dimensions of Large whatever size was chosen. Small gets its own rows
-- after all others, where weights and dimensions are still the built-in ones; everything else stays.
create temporary table built_in_sizes (
  product_id text not null,
  -- Grams.
  small numeric not null,
  large numeric not null,
  -- Height, width and depth.
  of_large text[] not null,
  of_small text[] not null
) on commit drop;

insert into built_in_sizes values
  ('5', 14.7, 28.9, array['24 mm', '24 mm', '3.4 mm'], array['19.2 mm', '19.2 mm', '2.7 mm']),
  ('6', 15.2, 30.2, array['24 mm', '28 mm', '7 mm'], array['19.1 mm', '22.3 mm', '5.6 mm']),
  ('7', 14.2, 28.4, array['25 mm', '11.6 mm', '11.6 mm'], array['19.8 mm', '9.2 mm', '9.2 mm']),
  ('8', 14.5, 29.1, array['18 mm', '30 mm', '4.4 mm'], array['14.3 mm', '23.8 mm', '3.5 mm']),
  ('9', 15.1, 30.3, array['25 mm', '25 mm', '3.5 mm'], array['19.8 mm', '19.8 mm', '2.8 mm']),
  ('10', 14.1, 28.1, array['20.6 mm', '20.6 mm', '20.6 mm'], array['16.4 mm', '16.4 mm', '16.4 mm']),
  ('11', 14.6, 29.4, array['27 mm', '28 mm', '5.6 mm'], array['21.4 mm', '22.2 mm', '4.4 mm']),
  ('12', 15.4, 31.6, array['26.5 mm', '26.5 mm', '7 mm'], array['20.9 mm', '20.9 mm', '5.5 mm']);

insert into product_attributes (product_id, name, option, position)
select known.product_id, side.name || ': Small', side.option, held.last_position + side.place
from built_in_sizes known
join (
  select product_id,
    max(position) as last_position,
    array_agg(btrim(option) order by position) filter (where btrim(name) = 'Gold Size: Small') as small,
    array_agg(btrim(option) order by position) filter (where btrim(name) = 'Gold Size: Large') as large,
    array_agg(btrim(option) order by position) filter (where btrim(name) = 'Height') as height,
    array_agg(btrim(option) order by position) filter (where btrim(name) = 'Width') as width,
    array_agg(btrim(option) order by position) filter (where btrim(name) = 'Depth') as depth,
    count(*) filter (where name ~* '^\s*(height|width|depth)\s*:') as of_sizes
  from product_attributes
  group by product_id
) held on held.product_id = known.product_id
cross join lateral unnest(array['Height', 'Width', 'Depth'], known.of_small)
  with ordinality as side (name, option, place)
where held.of_sizes = 0
  and array_length(held.small, 1) = 1
  and substring(held.small[1] from '^Weight: (\d+(?:\.\d+)?)g')::numeric = known.small
  and array_length(held.large, 1) = 1
  and substring(held.large[1] from '^Weight: (\d+(?:\.\d+)?)g')::numeric = known.large
  and held.height || held.width || held.depth = known.of_large;

drop table built_in_sizes;
