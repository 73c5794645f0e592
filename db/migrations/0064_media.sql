-- Pictures that staff uploaded. The files stand in DATA_DIR/media or in a bucket, under names that are
-- made of id and version; here is what was said of them. How they get into a backup:
-- docs/decisions/054-media.md.

create table media (
  -- The first 16 digits of the SHA-256 of what was uploaded: the same file twice is one picture.
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  -- Of the file on the computer it came from, to find it again.
  name text not null check (char_length(name) between 1 and 200),
  -- What it shows, for those who cannot see it; empty until somebody says so.
  alt text not null default '' check (char_length(alt) <= 300),
  -- Pixels of the kept picture: upright, and not cut.
  master_width integer not null check (master_width > 0),
  master_height integer not null check (master_height > 0),
  -- Quarter turns to the right, then percents of the turned picture.
  rotation integer not null default 0 check (rotation in (0, 90, 180, 270)),
  cut_left integer not null default 0 check (cut_left between 0 and 90),
  cut_top integer not null default 0 check (cut_top between 0 and 90),
  cut_right integer not null default 0 check (cut_right between 0 and 90),
  cut_bottom integer not null default 0 check (cut_bottom between 0 and 90),
  -- Of the way it is turned and cut; names its files.
  version text not null check (version ~ '^[0-9a-f]{8}$'),
  -- Pixels of its widest file.
  width integer not null check (width between 1 and 1600),
  height integer not null check (height between 1 and 9999),
  -- What a card must keep in sight, in percent of the picture.
  focus_x integer not null default 50 check (focus_x between 0 and 100),
  focus_y integer not null default 50 check (focus_y between 0 and 100),
  -- Of the kept picture and all files made of it.
  bytes bigint not null check (bytes > 0),
  -- Of the upload that made it: a repeated request is answered with the same picture.
  upload_key text not null unique,
  -- Moves on at each change, so that a change begun from an older state is refused.
  revision integer not null default 1,
  created_at timestamptz not null,
  created_by text not null check (created_by <> ''),
  constraint media_cut_leaves_some check (cut_left + cut_right <= 90 and cut_top + cut_bottom <= 90)
);

create index media_newest on media (created_at desc, id);

-- Where a picture is used.
create index product_images_of_media on product_images (substr(src, 8, 16))
where src like '/media/%';
