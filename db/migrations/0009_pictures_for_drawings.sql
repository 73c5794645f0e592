-- The built-in pendants were shown in engraved drawings, three each. Rendered pictures stand in their
-- place, and a fourth: the piece seen from three quarters. Addresses of the drawings become those of the
-- pictures, whatever product bears them; words that staff wrote stay, the drawings' own words go.
create temporary table built_in_pictures (
  slug text not null,
  view text not null,
  -- Of the drawing; null where there was none.
  alt_before text,
  alt text not null
) on commit drop;

insert into built_in_pictures values
  ('sound-wave', 'front',
    'Engraved drawing of Sound Wave: a soft-cornered square with rows of swell below a plain sky, hanging from its bail on a chain.',
    'Sound Wave: a soft-cornered square of polished gold on its chain, plain sky above rows of swell.'),
  ('sound-wave', 'three-quarter',
    null,
    'Sound Wave: the square from below and to the right, the crests of the swell standing above its narrow rim.'),
  ('sound-wave', 'edge',
    'Sound Wave in Small, edge-on with the swells standing out from a flat back, 2.7 mm deep, with a loupe view of the laser mark: 14.7 g, .9999 and four small nines.',
    'Sound Wave: the square lying with its smooth edge in front, on it the weight, .9999 and the maker’s stamp.'),
  ('sound-wave', 'scale',
    'Sound Wave in Large, 28.9 g, and Small, 14.7 g, drawn side by side against a millimeter ruler.',
    'Sound Wave: Large on its chain and Small beside it, two squares of swell above a millimeter ruler.'),
  ('snow-line', 'front',
    'Engraved drawing of Snow Line: a faceted mountain peak, bright above a jagged snow line and hatched below it, hanging from its bail on a chain.',
    'Snow Line: a mountain in flat facets on its chain, polished above a jagged snow line and satin below.'),
  ('snow-line', 'three-quarter',
    null,
    'Snow Line: the mountain from below and to the right, its ridge standing well above the flat base.'),
  ('snow-line', 'edge',
    'Snow Line in Small, seen from the side with its ridge rising from a flat back, 5.6 mm deep, with a loupe view of the laser mark: 15.2 g, .9999 and four small nines.',
    'Snow Line: the mountain seen from its base, which bears the weight, .9999 and the maker’s stamp.'),
  ('snow-line', 'scale',
    'Snow Line in Large, 30.2 g, and Small, 15.2 g, drawn side by side against a millimeter ruler.',
    'Snow Line: Large on its chain and Small beside it, two peaks above a millimeter ruler.'),
  ('fir-cone', 'front',
    'Engraved drawing of Fir Cone: a slender cone with overlapping rounded scales and three-pointed bracts, hanging from its bail on a chain.',
    'Fir Cone: a slender closed cone on its chain, tip down, with rounded scales and three-pointed bracts.'),
  ('fir-cone', 'three-quarter',
    null,
    'Fir Cone: the cone from below and to the right, its scales going around it in a spiral.'),
  ('fir-cone', 'edge',
    'Fir Cone in Small, turned a quarter around its axis, 9.2 mm deep, with a loupe view of the laser mark: 14.2 g, .9999 and four small nines.',
    'Fir Cone: a smooth patch among the scales close up, with the weight, .9999 and the maker’s stamp.'),
  ('fir-cone', 'scale',
    'Fir Cone in Large, 28.4 g, and Small, 14.2 g, drawn side by side against a millimeter ruler.',
    'Fir Cone: Large on its chain and Small beside it, two cones above a millimeter ruler.'),
  ('low-sun', 'front',
    'Engraved drawing of Low Sun: a half sun with thirteen folded rays above a level bar of water, hanging from its bail on a chain.',
    'Low Sun: a half sun with thirteen folded rays on its chain, above a level bar with ripples of light.'),
  ('low-sun', 'three-quarter',
    null,
    'Low Sun: the half sun from below and to the right, the fan of rays thin above the deeper bar.'),
  ('low-sun', 'edge',
    'Low Sun in Small, edge-on with the thin fan above the deeper bar, 3.5 mm deep, with a loupe view of the laser mark: 14.5 g, .9999 and four small nines.',
    'Low Sun: the end of its bar close up, with the weight, .9999 and the maker’s stamp in fine dark lines.'),
  ('low-sun', 'scale',
    'Low Sun in Large, 29.1 g, and Small, 14.5 g, drawn side by side against a millimeter ruler.',
    'Low Sun: Large on its chain and Small beside it, two half suns above a millimeter ruler.'),
  ('compass-coin', 'front',
    'Engraved drawing of Compass Coin: a round coin with a beaded rim, degree marks and a sixteen-point compass rose, hanging from its bail on a chain.',
    'Compass Coin: a round coin on its chain, with a rim of beads, degree marks and a rose of sixteen points.'),
  ('compass-coin', 'three-quarter',
    null,
    'Compass Coin: the coin from below and to the right, its edge reeded and its beads standing above the field.'),
  ('compass-coin', 'edge',
    'Compass Coin in Small, edge-on with a reeded edge and one plain panel, 2.8 mm deep, with a loupe view of the laser mark: 15.1 g, .9999 and four small nines.',
    'Compass Coin: its reeded edge close up, with the weight, .9999 and the maker’s stamp on one plain panel.'),
  ('compass-coin', 'scale',
    'Compass Coin in Large, 30.3 g, and Small, 15.1 g, drawn side by side against a millimeter ruler.',
    'Compass Coin: Large on its chain and Small beside it, two coins above a millimeter ruler.'),
  ('eight-faces', 'front',
    'Engraved drawing of Eight Faces: an octahedron turned a little aside so that its polished faces differ in light, hanging from its bail on a chain.',
    'Eight Faces: an octahedron on its chain, hanging from one corner, each polished face in its own light.'),
  ('eight-faces', 'three-quarter',
    null,
    'Eight Faces: the octahedron from below and to the right, four of its faces meeting in a corner.'),
  ('eight-faces', 'edge',
    'Eight Faces in Small, seen corner-on, 16.4 mm deep, with a loupe view of the laser mark: 14.1 g, .9999 and four small nines.',
    'Eight Faces: one lower face close up, with the weight, .9999 and the maker’s stamp in fine dark lines.'),
  ('eight-faces', 'scale',
    'Eight Faces in Large, 28.1 g, and Small, 14.1 g, drawn side by side against a millimeter ruler.',
    'Eight Faces: Large on its chain and Small beside it, two octahedra above a millimeter ruler.'),
  ('capital-a', 'front',
    'Engraved drawing of Capital A: a roman capital A whose strokes rise to a ridge, one side lit and the other hatched, hanging from its bail on a chain.',
    'Capital A: a roman capital A on its chain, its thin and its thick stroke each risen to a bright ridge.'),
  ('capital-a', 'three-quarter',
    null,
    'Capital A: the letter from below and to the right, with the depth of its strokes and its widened feet.'),
  ('capital-a', 'edge',
    'Capital A in Small, seen from the side of its thick stroke, 4.4 mm deep, with a loupe view of the laser mark: 14.6 g, .9999 and four small nines.',
    'Capital A: the outer side of its thick stroke close up, with the weight, .9999 and the maker’s stamp.'),
  ('capital-a', 'scale',
    'Capital A in Large, 29.4 g, and Small, 14.6 g, drawn side by side against a millimeter ruler.',
    'Capital A: Large on its chain and Small beside it, two letters above a millimeter ruler.'),
  ('harbor-knot', 'front',
    'Engraved drawing of Harbor Knot: one endless strand woven over and under into four outer loops around an open middle, hanging from its bail on a chain.',
    'Harbor Knot: one endless strand on its chain, woven over and under into four loops around an open middle.'),
  ('harbor-knot', 'three-quarter',
    null,
    'Harbor Knot: the knot from below and to the right, its strands crossing one above the other.'),
  ('harbor-knot', 'edge',
    'Harbor Knot in Small, edge-on with the strands crossing two deep, 5.5 mm deep, with a loupe view of the laser mark: 15.4 g, .9999 and four small nines.',
    'Harbor Knot: the outside of one loop close up, with the weight, .9999 and the maker’s stamp in fine dark lines.'),
  ('harbor-knot', 'scale',
    'Harbor Knot in Large, 31.6 g, and Small, 15.4 g, drawn side by side against a millimeter ruler.',
    'Harbor Knot: Large on its chain and Small beside it, two knots above a millimeter ruler.');

-- Only where nobody has added, taken away or moved a picture does the fourth come in.
create temporary table as_built_in on commit drop as
select shown.product_id, known.slug
from (
  select product_id, array_agg("order" order by "order") as places, array_agg(src order by "order") as addresses
  from product_images
  group by product_id
) shown
join (select distinct slug from built_in_pictures) known
  on shown.places = array[0, 1, 2]
  and shown.addresses = array[
    '/pendants/' || known.slug || '-front.svg',
    '/pendants/' || known.slug || '-edge.svg',
    '/pendants/' || known.slug || '-scale.svg'
  ];

update product_images image
set src = '/pendants/' || known.slug || '-' || known.view || '.jpg',
    alt = case when image.alt = known.alt_before then known.alt else image.alt end
from built_in_pictures known
where image.src = '/pendants/' || known.slug || '-' || known.view || '.svg';

-- From the last, because no two may have one place at any moment.
update product_images set "order" = 3
where "order" = 2 and product_id in (select product_id from as_built_in);
update product_images set "order" = 2
where "order" = 1 and product_id in (select product_id from as_built_in);

insert into product_images (product_id, src, alt, "order")
select product_id, '/pendants/' || slug || '-three-quarter.jpg', alt, 1
from as_built_in
join built_in_pictures using (slug)
where view = 'three-quarter';
