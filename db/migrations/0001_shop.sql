-- The shop's tables. The database refuses nonsense by itself, whoever writes to it: this program,
-- an import, or a person at a prompt. Migrations are append-only: once this has run anywhere, a
-- change goes into the next file. Needs PostgreSQL 14 or newer, encoding UTF8.

-- Searching ---------------------------------------------------------------------------------------

-- Letters are folded by these two rules alone, and not by the server's locale, so that one search
-- finds the same on every server, and the same as the program does while the database is away
-- (app/domain/catalogue/search.ts; a test compares the two). Plain lower() in the collation "C"
-- folds A to Z; translate() the further letters of Latin-1, Latin Extended-A, Greek and Cyrillic.
create function folded(value text) returns text
language sql immutable strict parallel safe
return translate(
  lower(value collate "C"),
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏ',
  'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžαβγδεζηθικλμνξοπρστυφχψωάέήίόύώϊϋабвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџ'
);

-- Runs of blanks become one, those at the ends go.
create function single_spaced(value text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(value, '[ \t\n\r\f\v\u00a0]+', ' ', 'g'), ' ');

-- What a reader sees of HTML: comments and tags away, the common entities decoded. Tags inside a
-- word leave no gap, all others part words. &amp; goes last, so that &amp;lt; stays the text &lt;.
create function visible_text(html text) returns text
language sql immutable strict parallel safe
return single_spaced(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(html collate "C", '<!--.*?(?:-->|$)', '', 'g'),
        '</?(?:a|abbr|b|bdi|bdo|cite|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|u|wbr)(?:[ \t\n\r\f/](?:[^<>"'']|"[^"]*"|''[^'']*'')*)?>',
        '', 'gi'
      ),
      '<[/!?]?[a-z](?:[^<>"'']|"[^"]*"|''[^'']*'')*>',
      ' ', 'gi'
    ),
    '&nbsp;', ' '), '&#160;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&apos;', ''''),
    '&#39;', ''''), '&#x27;', ''''), '&ndash;', '–'), '&mdash;', '—'), '&lsquo;', '‘'),
    '&rsquo;', '’'), '&#8217;', '’'), '&ldquo;', '“'), '&rdquo;', '”'), '&hellip;', '…'),
    '&times;', '×'), '&deg;', '°'), '&frac12;', '½'), '&amp;', '&')
);

-- What was filled in at the beginning, so that it is filled in once: what staff delete stays deleted.
create table seeds (
  name text primary key,
  applied_at timestamptz not null default now()
);

-- The catalogue -----------------------------------------------------------------------------------

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
  -- Kept by the database, so that a product is found whoever wrote it. The parts are parted by line
  -- ends, which no search term holds: a term is found within one part or not at all.
  search_text text not null generated always as (
    folded(single_spaced(name)) || chr(10) ||
    folded(visible_text(short_description)) || chr(10) ||
    folded(visible_text(description))
  ) stored
);

-- The collection, newest first. The id settles equal times, by its bytes, the same on every server.
create index products_on_sale on products (created_at desc, id collate "C") where active;

create table product_images (
  id text primary key default gen_random_uuid()::text,
  product_id text not null references products on delete cascade,
  -- An https address or a path on this site; never javascript:, data: or plain http: (D13).
  src text not null check (src ~* '^(https://[^/]|/([^/\\]|$))'),
  alt text not null default 'Product image',
  -- At most ten a product, each at a place of its own.
  "order" integer not null check ("order" between 0 and 9),
  unique (product_id, "order")
);

create table product_attributes (
  id text primary key default gen_random_uuid()::text,
  product_id text not null references products on delete cascade,
  name text not null check (name ~ '\S'),
  option text not null default '',
  -- Sizes and specifications are shown in the order staff gave them.
  position integer not null check (position >= 0),
  unique (product_id, position)
);

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

-- The gold price ----------------------------------------------------------------------------------

create table gold_prices (
  -- One row: what the shop sells at now.
  id text primary key check (id = 'current'),
  price numeric(20, 4) not null check (price > 0),
  price_per_gram numeric(20, 4) not null check (price_per_gram > 0),
  change numeric(20, 4) not null,
  change_percent numeric(12, 4) not null,
  source text not null check (source ~ '\S'),
  bid numeric(20, 4) check (bid > 0),
  ask numeric(20, 4) check (ask > 0),
  low numeric(20, 4) check (low > 0),
  high numeric(20, 4) check (high > 0),
  taken_at timestamptz not null,
  last_updated timestamptz not null,
  error_message text
);

-- Whoever writes the price, every process hears of it at commit, and through it every open page.
create function tell_gold_price() returns trigger language plpgsql as $$
begin
  perform pg_notify('gold_price', new.source);
  return null;
end
$$;

create trigger gold_price_told after insert or update on gold_prices
for each row execute function tell_gold_price();

create table gold_price_history (
  id bigserial primary key,
  price numeric(20, 4) not null check (price > 0),
  price_per_gram numeric(20, 4) not null check (price_per_gram > 0),
  change numeric(20, 4) not null,
  change_percent numeric(12, 4) not null,
  source text not null check (source ~ '\S'),
  bid numeric(20, 4) check (bid > 0),
  ask numeric(20, 4) check (ask > 0),
  low numeric(20, 4) check (low > 0),
  high numeric(20, 4) check (high > 0),
  status text not null check (status in ('accepted', 'held', 'rejected')),
  reason text,
  set_by text,
  taken_at timestamptz not null,
  recorded_at timestamptz not null,
  decided_at timestamptz
);

create index gold_price_history_recorded on gold_price_history (recorded_at desc);
create index gold_price_history_held on gold_price_history (recorded_at desc) where status = 'held';

-- Settings, one row each --------------------------------------------------------------------------

create table paracord_options (
  id text primary key check (id = 'current'),
  enabled boolean not null default false,
  colors jsonb not null default '[]' check (jsonb_typeof(colors) = 'array'),
  message text not null default '',
  updated_at timestamptz not null
);

create table shipping_settings (
  id text primary key check (id = 'current'),
  processing_time text not null,
  shipping_time text not null,
  shipping_cost text not null,
  updated_at timestamptz not null
);

-- Staff -------------------------------------------------------------------------------------------

create table admins (
  id text primary key,
  email text not null unique check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  mfa_code text,
  password_hash text not null check (password_hash ~ '\S'),
  created_at timestamptz not null default now()
);

-- One person, one account, however the address is capitalized.
create unique index admins_email on admins (folded(email));

-- Orders ------------------------------------------------------------------------------------------
-- These are the books: nothing cascades. A row that others hold on to cannot be deleted.

create table orders (
  id text primary key,
  number text not null unique check (number ~ '\S'),
  token text not null unique check (char_length(token) >= 16),
  state text not null
    check (state in ('pending', 'paid', 'fulfilled', 'refunded', 'expired', 'cancelled')),
  -- A quote becomes one order, however often its button is pressed.
  quote_id text not null unique,
  total_cents bigint not null check (total_cents >= 0),
  currency text not null check (currency = 'usd'),
  email text,
  shipping_address jsonb
    check (shipping_address is null or jsonb_typeof(shipping_address) = 'object'),
  gold_price_per_ounce numeric(20, 4) not null check (gold_price_per_ounce > 0),
  gold_price_per_gram numeric(20, 4) not null check (gold_price_per_gram > 0),
  gold_source text not null check (gold_source ~ '\S'),
  gold_taken_at timestamptz not null,
  payment_provider text not null check (payment_provider in ('test', 'stripe')),
  payment_session text unique,
  payment_url text,
  payment_reference text,
  held_reason text,
  tracking text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  expires_at timestamptz not null,
  check (expires_at > created_at),
  check (updated_at >= created_at),
  -- What was paid, sent or refunded was paid at some time.
  check (state not in ('paid', 'fulfilled', 'refunded') or paid_at is not null)
);

create index orders_created on orders (created_at desc);
create index orders_state on orders (state, created_at desc);
-- Pending orders run out; a job looks for them.
create index orders_running_out on orders (expires_at) where state = 'pending';

create table order_lines (
  order_id text not null references orders,
  position integer not null check (position >= 0),
  -- No reference: a product may be deleted, what was sold stays in the books.
  product_id text not null,
  name text not null check (name ~ '\S'),
  size text not null check (size ~ '\S'),
  weight_mg bigint not null check (weight_mg > 0),
  price_per_gram numeric(20, 4) not null check (price_per_gram > 0),
  gold_part_cents bigint not null check (gold_part_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  unit_price_cents bigint not null,
  quantity integer not null check (quantity between 1 and 99),
  line_total_cents bigint not null,
  primary key (order_id, position),
  check (unit_price_cents = gold_part_cents + fee_cents),
  check (line_total_cents = unit_price_cents * quantity)
);

create table order_history (
  id bigserial primary key,
  order_id text not null references orders,
  from_state text
    check (from_state in ('pending', 'paid', 'fulfilled', 'refunded', 'expired', 'cancelled')),
  to_state text not null
    check (to_state in ('pending', 'paid', 'fulfilled', 'refunded', 'expired', 'cancelled')),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  why text not null check (why ~ '\S')
);

create index order_history_order on order_history (order_id, at);

create table payment_events (
  -- The provider's own id: the same event told twice is refused the second time.
  id text primary key check (id ~ '\S'),
  provider text not null check (provider in ('test', 'stripe')),
  type text not null check (type ~ '\S'),
  order_id text references orders,
  amount_cents bigint check (amount_cents >= 0),
  currency text,
  outcome text not null check (outcome ~ '\S'),
  payload jsonb not null,
  received_at timestamptz not null
);

create index payment_events_order on payment_events (order_id, received_at);
