-- Products, their images, attributes and categories; uploaded images; changes of many products at once.

create table products (
  id text primary key default gen_random_uuid()::text check (char_length(id) between 1 and 64),
  name text not null check (name ~ '\S'),
  slug text not null unique check (slug ~ '\S'),
  price numeric(14, 2) not null check (price >= 0),
  description text not null default '',
  short_description text not null default '',
  weight text not null default '',
  dimensions jsonb not null default '{"length": "", "width": "", "height": ""}'
    check (jsonb_typeof(dimensions) = 'object'),
  active boolean not null default true,
  featured boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Rises at each save; a save made from an older one is refused.
  revision integer not null default 1 check (revision > 0),
  -- Stripe's, for sales tax; null: that of the settings.
  tax_code text check (tax_code ~ '^txcd_[0-9]{8}$'),
  -- When it appears in the shop and leaves it (docs/decisions/055-products-in-bulk.md). A job does it at
  -- that time and clears it: whether it is shown depends on `active` alone.
  shown_from timestamptz,
  shown_until timestamptz,
  -- In stock and not sold yet (docs/decisions/055-products-in-bulk.md); null: made to order, any number.
  pieces integer,
  -- What staff last entered: one of a kind is one of one.
  pieces_counted integer,
  -- Of those, in orders that are not paid yet. The database itself refuses more checkouts than pieces.
  pieces_reserved integer not null default 0,
  -- What engraving costs, and how long the text may be. Both null: no engraving.
  engraving_fee_cents bigint
    constraint products_engraving_fee check (engraving_fee_cents between 0 and 1000000000),
  engraving_max integer constraint products_engraving_max check (engraving_max between 1 and 60),
  -- Stored, so that neither a search nor a list folds every name at each request.
  folded_name text not null generated always as (search_folded(name)) stored,
  -- The parts are separated by line ends, which no search term holds: a term is found within one part.
  search_text text not null generated always as (
    search_folded(name) || chr(10) ||
    search_folded(visible_text(short_description)) || chr(10) ||
    search_folded(visible_text(description))
  ) stored,
  -- It cannot be returned for a change of mind.
  final_sale boolean not null default false,
  constraint products_shown_in_order check (shown_until > shown_from),
  constraint products_pieces_counted check (pieces >= 0 and pieces_counted >= 0),
  constraint products_pieces_both check ((pieces is null) = (pieces_counted is null)),
  constraint products_pieces_reserved check (pieces_reserved >= 0 and pieces_reserved <= pieces),
  constraint products_engraving_whole check ((engraving_fee_cents is null) = (engraving_max is null))
);

-- The collection, newest first. The id orders equal times, by its bytes, the same on every server.
create index products_on_sale on products (created_at desc, id collate "C") where active;
-- The lists of the admin area: every product, hidden ones too, each order sorts by an index. After each
-- save every process compares the revisions of all products: found in the index alone, that takes a third
-- of the time.
create index products_newest on products (created_at desc, id collate "C")
  include (revision, updated_at);
create index products_by_name on products (folded_name, id collate "C");
create index products_by_price on products (price, id collate "C");
create index products_to_show on products (shown_from) where shown_from is not null;
create index products_to_hide on products (shown_until) where shown_until is not null;

create table product_images (
  id text primary key default gen_random_uuid()::text,
  product_id text not null references products on delete cascade,
  -- An https address or a path on this site; never javascript:, data: or plain http: (D13).
  src text not null check (src ~* '^(https://[^/]|/([^/\\]|$))'),
  alt text not null default 'Product image',
  -- At most ten for each product, each at another place.
  "order" integer not null check ("order" between 0 and 9),
  unique (product_id, "order")
);

-- Where an uploaded image is used.
create index product_images_of_media on product_images (substr(src, 8, 16))
where src like '/media/%';

create table product_attributes (
  id text primary key default gen_random_uuid()::text,
  product_id text not null references products on delete cascade,
  name text not null check (name ~ '\S'),
  option text not null default '',
  -- Sizes and specifications are shown in the order staff gave them.
  position integer not null check (position >= 0),
  -- The address of a size's page (/product/{id}?size=…) and the id of its item in merchant feeds, which
  -- stay when staff rename the size (docs/decisions/055-products-in-bulk.md). Null for what is no
  -- gold size, and where none was stored: then it is made from the label (app/domain/catalog/size-key.ts).
  size_key text check (char_length(size_key) between 1 and 60),
  -- In stock and not sold yet; null: made to order, or the product is counted as a whole.
  pieces integer,
  pieces_counted integer,
  pieces_reserved integer not null default 0,
  unique (product_id, position),
  constraint product_attributes_pieces_counted check (pieces >= 0 and pieces_counted >= 0),
  constraint product_attributes_pieces_both check ((pieces is null) = (pieces_counted is null)),
  constraint product_attributes_pieces_reserved
    check (pieces_reserved >= 0 and pieces_reserved <= pieces),
  -- Orders name the size by its key, which stays when it is renamed.
  constraint product_attributes_pieces_key
    check (size_key is not null or (pieces is null and pieces_reserved = 0))
);

create unique index product_size_keys on product_attributes (product_id, lower(size_key))
where size_key is not null;

-- Every page of the admin area shows how many sizes have a weight finer than a milligram. The condition is
-- that of app/.server/catalog/queries/too-fine-weights.ts, word for word, else the index is not used.
create index product_attributes_too_fine on product_attributes (product_id)
  where name like 'Gold Size:%' and option ~* 'weight:\s*[0-9]*\.[0-9]{3}0*[1-9]';
-- Every page of the admin area asks which sizes have a payment link that is not used: without this index
-- it reads all sizes there are, 30 ms with 10,000 products.
create index product_attributes_links on product_attributes (product_id)
where name like 'Gold Size:%' and option ~* 'stripe link:';

-- A piece that is counted twice would be sold twice. Checked when the transaction ends: a save writes the
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

create table product_categories (
  id text primary key default gen_random_uuid()::text,
  name text not null check (name ~ '\S'),
  slug text not null unique check (slug ~ '\S')
);

-- "Rings" and "rings " are one category (D43), also when two people save at the same moment.
create unique index product_categories_name on product_categories (folded(single_spaced(name)));

create table product_category_mappings (
  product_id text not null references products on delete cascade,
  category_id text not null references product_categories on delete cascade,
  position integer not null default 0 check (position >= 0),
  primary key (product_id, category_id)
);

create index product_category_mappings_category on product_category_mappings (category_id);

create constraint trigger raises_page_revision after insert or update or delete on products
deferrable initially deferred for each row execute function raise_page_revision('catalog');
create constraint trigger raises_page_revision after insert or update or delete on product_images
deferrable initially deferred for each row execute function raise_page_revision('catalog');
create constraint trigger raises_page_revision after insert or update or delete on product_attributes
deferrable initially deferred for each row execute function raise_page_revision('catalog');
create constraint trigger raises_page_revision after insert or update or delete on product_categories
deferrable initially deferred for each row execute function raise_page_revision('catalog');
create constraint trigger raises_page_revision after insert or update or delete on product_category_mappings
deferrable initially deferred for each row execute function raise_page_revision('catalog');

-- Uploaded images ----------------------------------------------------------------------------------

-- The files are in DATA_DIR/media or in a bucket, under names made of id and version. How they get into a
-- backup: docs/decisions/011-pictures.md.
create table media (
  -- The first 16 digits of the SHA-256 of what was uploaded: the same file twice is one image.
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  -- Of the file on the computer it came from, to find it again.
  name text not null check (char_length(name) between 1 and 200),
  -- What it shows, for those who cannot see it; empty until somebody describes it.
  alt text not null default '' check (char_length(alt) <= 300),
  -- Pixels of the stored image: upright, and not cropped.
  master_width integer not null check (master_width > 0),
  master_height integer not null check (master_height > 0),
  -- Quarter turns to the right, then percents of the turned image.
  rotation integer not null default 0 check (rotation in (0, 90, 180, 270)),
  cut_left integer not null default 0 check (cut_left between 0 and 90),
  cut_top integer not null default 0 check (cut_top between 0 and 90),
  cut_right integer not null default 0 check (cut_right between 0 and 90),
  cut_bottom integer not null default 0 check (cut_bottom between 0 and 90),
  -- Of the way it is turned and cropped; names its files.
  version text not null check (version ~ '^[0-9a-f]{8}$'),
  -- Pixels of its widest file.
  width integer not null check (width between 1 and 1600),
  height integer not null check (height between 1 and 9999),
  -- What a card must keep in sight, in percent of the image.
  focus_x integer not null default 50 check (focus_x between 0 and 100),
  focus_y integer not null default 50 check (focus_y between 0 and 100),
  -- Of the stored image and all files made of it.
  bytes bigint not null check (bytes > 0),
  -- Of the upload that made it: a repeated request gets the same image.
  upload_key text not null unique,
  -- Rises at each change, so that a change begun from an older state is refused.
  revision integer not null default 1,
  created_at timestamptz not null,
  created_by text not null check (created_by <> ''),
  search_text text not null generated always as (
    search_folded(name) || E'\n' || search_folded(alt)) stored,
  constraint media_cut_leaves_some check (cut_left + cut_right <= 90 and cut_top + cut_bottom <= 90)
);

create index media_newest on media (created_at desc, id);

-- The address of an upload includes how it is cropped.
create constraint trigger raises_page_revision after update on media
deferrable initially deferred for each row execute function raise_page_revision('settings');

-- Changes of many products at once -----------------------------------------------------------------

create table product_changes (
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind in ('bulk', 'csv')),
  -- What was requested, as a message and as the form sent it; null where it came from a file.
  title text not null check (title ~ '\S'),
  asked jsonb,
  state text not null default 'draft' check (state in ('draft', 'applied', 'undone')),
  pieces integer not null check (pieces >= 0),
  unchanged integer not null check (unchanged >= 0),
  -- Why it cannot be made; the first of them, by place.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  problem_count integer not null default 0 check (problem_count >= 0),
  -- What of a file was skipped.
  notes jsonb not null default '[]' check (jsonb_typeof(notes) = 'array'),
  made_at timestamptz not null,
  made_by text not null check (made_by ~ '\S'),
  applied_at timestamptz,
  applied_by text,
  undone_at timestamptz,
  undone_by text,
  check ((state = 'draft') = (applied_at is null)),
  check ((applied_at is null) = (applied_by is null)),
  check ((state = 'undone') = (undone_at is not null)),
  check ((undone_at is null) = (undone_by is null)),
  check (state = 'draft' or problem_count = 0)
);
create index product_changes_latest on product_changes (made_at desc, id);

create table product_change_rows (
  change_id text not null references product_changes on delete cascade,
  -- From 1, in the order they are shown.
  position integer not null check (position > 0),
  -- No reference: a change stays readable when its product is gone. A new product has its id already.
  product_id text not null check (char_length(product_id) between 1 and 64),
  name text not null,
  -- The revision it was planned from; null for a new product. Once made, it is one more.
  revision integer,
  -- What changes, and nothing else.
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  primary key (change_id, position),
  unique (change_id, product_id)
);
create index product_change_rows_product on product_change_rows (product_id);
