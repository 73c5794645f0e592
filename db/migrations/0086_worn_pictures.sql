-- Each built-in piece is also seen as it is worn, in a fifth picture: both sizes at true scale, each on
-- an 18-inch chain. It comes last where pictures and measures are still those of the start and the chain
-- has that length; what staff changed stays as it is.
create temporary table worn_pictures (
  product_id text not null,
  slug text not null,
  -- Height, width and depth, of Large and then of Small.
  measures text[] not null,
  alt text not null
) on commit drop;

insert into worn_pictures values
  ('5', 'sound-wave', array['24 mm', '24 mm', '3.4 mm', '19.2 mm', '19.2 mm', '2.7 mm'],
    'Sound Wave: a rendering at true scale on two plain busts, each with an 18-inch chain; Large is 24 mm wide, Small 19.2 mm.'),
  ('6', 'snow-line', array['24 mm', '28 mm', '7 mm', '19.1 mm', '22.3 mm', '5.6 mm'],
    'Snow Line: a rendering at true scale on two plain busts, each with an 18-inch chain; Large is 28 mm wide, Small 22.3 mm.'),
  ('7', 'fir-cone', array['25 mm', '11.6 mm', '11.6 mm', '19.8 mm', '9.2 mm', '9.2 mm'],
    'Fir Cone: a rendering at true scale on two plain busts, each with an 18-inch chain; Large is 11.6 mm wide, Small 9.2 mm.'),
  ('8', 'low-sun', array['18 mm', '30 mm', '4.4 mm', '14.3 mm', '23.8 mm', '3.5 mm'],
    'Low Sun: a rendering at true scale on two plain busts, each with an 18-inch chain; Large is 30 mm wide, Small 23.8 mm.'),
  ('9', 'compass-coin', array['25 mm', '25 mm', '3.5 mm', '19.8 mm', '19.8 mm', '2.8 mm'],
    'Compass Coin: a rendering at true scale on two plain busts, each with an 18-inch chain; Large is 25 mm wide, Small 19.8 mm.'),
  ('10', 'eight-faces', array['20.6 mm', '20.6 mm', '20.6 mm', '16.4 mm', '16.4 mm', '16.4 mm'],
    'Eight Faces: a rendering at true scale on two plain busts, each with an 18-inch chain; Large is 20.6 mm wide, Small 16.4 mm.'),
  ('11', 'capital-a', array['27 mm', '28 mm', '5.6 mm', '21.4 mm', '22.2 mm', '4.4 mm'],
    'Capital A: a rendering at true scale on two plain busts, each with an 18-inch chain; Large is 28 mm wide, Small 22.2 mm.'),
  ('12', 'harbor-knot', array['26.5 mm', '26.5 mm', '7 mm', '20.9 mm', '20.9 mm', '5.5 mm'],
    'Harbor Knot: a rendering at true scale on two plain busts, each with an 18-inch chain; Large is 26.5 mm wide, Small 20.9 mm.');

insert into product_images (product_id, src, alt, "order")
select known.product_id, '/pendants/' || known.slug || '-body.jpg', known.alt, 4
from worn_pictures known
join (
  select product_id, array_agg("order" order by "order") as places, array_agg(src order by "order") as addresses
  from product_images
  group by product_id
) shown on shown.product_id = known.product_id
join (
  select product_id,
    array_agg(btrim(option) order by array_position(
      array['Height', 'Width', 'Depth', 'Height: Small', 'Width: Small', 'Depth: Small'], btrim(name)))
      filter (where btrim(name) in
        ('Height', 'Width', 'Depth', 'Height: Small', 'Width: Small', 'Depth: Small')) as measures,
    -- Staff may have added its metal and thickness.
    count(*) filter (where lower(btrim(name)) = 'chain' and option ~* '(^|[^0-9.])18(-| )?in') as chains
  from product_attributes
  group by product_id
) said on said.product_id = known.product_id
where shown.places = array[0, 1, 2, 3]
  and shown.addresses = array[
    '/pendants/' || known.slug || '-front.jpg',
    '/pendants/' || known.slug || '-three-quarter.jpg',
    '/pendants/' || known.slug || '-edge.jpg',
    '/pendants/' || known.slug || '-scale.jpg'
  ]
  and said.measures = known.measures
  and said.chains = 1;

drop table worn_pictures;
