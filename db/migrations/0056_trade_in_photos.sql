-- Photographs that staff take of a piece at the bench. They are about a person's piece and never in the library
-- of pictures, whose files anyone can open: staff and the owner's secret link alone lead to them. They can be
-- deleted, unlike what was weighed.
create table trade_in_photos (
  -- 128 random bits.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  trade_in_id text not null references trade_ins,
  -- Drawn anew from its pixels, upright, as WebP: nothing else that was in the file is in it.
  picture bytea not null check (substring(picture for 4) = 'RIFF'::bytea),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Of the upload that made it: a repeated request makes one photograph.
  upload_key text not null unique check (upload_key ~ '\S'),
  at timestamptz not null,
  by text not null check (by ~ '\S')
);
create index trade_in_photos_of on trade_in_photos (trade_in_id, at, id);
