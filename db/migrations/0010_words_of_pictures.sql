-- The built-in pendants were photographed again, lying as they would on a table. Words that described the
-- pictures before become those of the pictures now; words that staff wrote stay.
create temporary table words (
  address text not null,
  before text not null,
  now text not null
) on commit drop;

insert into words values
  ('/pendants/capital-a-three-quarter.jpg',
    'Capital A: the letter from below and to the right, with the depth of its strokes and its widened feet.',
    'Capital A: the letter lying, seen from below and to the left, with the depth of its strokes and its widened feet.'),
  ('/pendants/capital-a-edge.jpg',
    'Capital A: the outer side of its thick stroke close up, with the weight, .9999 and the maker’s stamp.',
    'Capital A: the letter lying, on the outer side of its thick stroke the weight, .9999 and the maker’s stamp.'),
  ('/pendants/compass-coin-edge.jpg',
    'Compass Coin: its reeded edge close up, with the weight, .9999 and the maker’s stamp on one plain panel.',
    'Compass Coin: the coin lying, on a plain panel of its reeded edge the weight, .9999 and the maker’s stamp.'),
  ('/pendants/eight-faces-three-quarter.jpg',
    'Eight Faces: the octahedron from below and to the right, four of its faces meeting in a corner.',
    'Eight Faces: the octahedron lying on one of its faces, on another the weight, .9999 and the maker’s stamp.'),
  ('/pendants/eight-faces-edge.jpg',
    'Eight Faces: one lower face close up, with the weight, .9999 and the maker’s stamp in fine dark lines.',
    'Eight Faces: the octahedron from close by, in the middle of one face the weight, .9999 and the maker’s stamp.'),
  ('/pendants/fir-cone-three-quarter.jpg',
    'Fir Cone: the cone from below and to the right, its scales going around it in a spiral.',
    'Fir Cone: the cone lying, seen from its tip, its scales going around it in a spiral.'),
  ('/pendants/fir-cone-edge.jpg',
    'Fir Cone: a smooth patch among the scales close up, with the weight, .9999 and the maker’s stamp.',
    'Fir Cone: the cone lying, on a smooth patch near its tip the weight, .9999 and the maker’s stamp.'),
  ('/pendants/harbor-knot-edge.jpg',
    'Harbor Knot: the outside of one loop close up, with the weight, .9999 and the maker’s stamp in fine dark lines.',
    'Harbor Knot: the knot lying, on the outside of one loop the weight, .9999 and the maker’s stamp in fine dark lines.'),
  ('/pendants/low-sun-three-quarter.jpg',
    'Low Sun: the half sun from below and to the right, the fan of rays thin above the deeper bar.',
    'Low Sun: the half sun lying, seen from below and to the left, the fan of rays thin behind the deeper bar.'),
  ('/pendants/low-sun-edge.jpg',
    'Low Sun: the end of its bar close up, with the weight, .9999 and the maker’s stamp in fine dark lines.',
    'Low Sun: the half sun lying, on the end of its bar the weight, .9999 and the maker’s stamp in fine dark lines.'),
  ('/pendants/snow-line-three-quarter.jpg',
    'Snow Line: the mountain from below and to the right, its ridge standing well above the flat base.',
    'Snow Line: the mountain lying, seen from below and to the left, its ridge standing well above the flat base.');

update product_images image
set alt = words.now
from words
where image.src = words.address and image.alt = words.before;

drop table words;
