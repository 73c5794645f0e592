-- Settings of the shop, mostly one row each with the id `current`. Quotes and pages are made of them, so
-- that every process hears of a change.

create table paracord_options (
  id text primary key check (id = 'current'),
  enabled boolean not null default false,
  colors jsonb not null default '[]' check (jsonb_typeof(colors) = 'array'),
  message text not null default '',
  updated_at timestamptz not null
);

create constraint trigger raises_page_revision after insert or update or delete on paracord_options
deferrable initially deferred for each row execute function raise_page_revision('settings');

create table shipping_settings (
  id text primary key check (id = 'current'),
  processing_time text not null,
  shipping_time text not null,
  shipping_cost text not null,
  updated_at timestamptz not null,
  -- What `processing_time` promises at most, as a number: the text is free.
  processing_days integer not null default 5 check (processing_days between 1 and 365)
);

create constraint trigger raises_page_revision after insert or update or delete on shipping_settings
deferrable initially deferred for each row execute function raise_page_revision('settings');

-- Whether sales tax is collected (docs/decisions/040-sales-tax.md).
create table sales_tax_settings (
  id text primary key check (id = 'current'),
  enabled boolean not null default false,
  -- Two letters each, ["WA"]: where the shop is registered.
  states jsonb not null check (jsonb_typeof(states) = 'array'),
  -- Stripe's, of products without a code.
  tax_code text not null check (tax_code ~ '^txcd_[0-9]{8}$'),
  updated_at timestamptz not null,
  -- Nobody collects a tax without a registration.
  check (not enabled or jsonb_array_length(states) > 0)
);

create constraint trigger raises_page_revision after insert or update or delete on sales_tax_settings
deferrable initially deferred for each row execute function raise_page_revision('settings');

create table payment_settings (
  id text primary key check (id = 'current'),
  -- The lower price for paying by bank (docs/decisions/042-bank-price.md), in hundredths of a percent, up
  -- to 10 percent; 0: none.
  bank_discount integer not null default 0 check (bank_discount between 0 and 1000),
  updated_at timestamptz not null,
  -- Until when a wire must arrive. Bank days, since no bank sends a wire on a weekend or a holiday.
  wire_bank_days integer not null default 2 check (wire_bank_days between 1 and 5)
);

create constraint trigger raises_page_revision after insert or update or delete on payment_settings
deferrable initially deferred for each row execute function raise_page_revision('settings');

-- Without this row the defaults of the program apply (docs/decisions/041-holds-and-disputes.md).
create table risk_settings (
  id text primary key check (id = 'current'),
  -- From this total on a person checks an order before it is sent; 0: never.
  high_value_cents bigint not null check (high_value_cents >= 0),
  -- Whether cards billed in another country than the parcel goes to are checked too.
  compare_countries boolean not null,
  -- From this total on 3-D Secure is requested of every card; 0: always.
  three_d_secure_cents bigint not null check (three_d_secure_cents >= 0),
  updated_at timestamptz not null,
  -- How much lighter than sold an item may be before the difference is refunded.
  weight_tolerance_mg bigint not null default 50
    constraint risk_settings_weight_tolerance_check check (weight_tolerance_mg between 0 and 1000),
  -- How far off a weight may be at most, in thousandths of what was sold.
  weight_limit_permille integer not null default 50
    constraint risk_settings_weight_limit_check check (weight_limit_permille between 1 and 200),
  -- A refund of more gold than this waits for a second reading of the scale.
  weight_second_reading_cents bigint not null default 1000
    constraint risk_settings_second_reading_check
    check (weight_second_reading_cents between 0 and 100000),
  -- What the workshop may refund by a weight; beyond it an owner or a manager approves.
  weight_workshop_cents bigint not null default 10000
    constraint risk_settings_workshop_check check (weight_workshop_cents between 0 and 1000000)
);

-- What the shop promises about returns. Versions are only added: an order keeps the days it was sold with.
create table return_terms (
  id bigint generated always as identity primary key,
  -- Days of the calendar after delivery in which a return can be requested.
  days integer not null check (days between 1 and 365),
  -- How much less than sold the pieces may weigh when they are back.
  tolerance_mg bigint not null check (tolerance_mg between 0 and 100000),
  -- Where to send the pieces, and how; for the buyer.
  instructions text not null check (instructions ~ '\S'),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  -- Whether engraved pieces can be returned for a change of mind.
  takes_engraved boolean not null default false
);

create trigger return_terms_kept before update or delete on return_terms
for each row execute function refuse_change();
create constraint trigger raises_page_revision after insert or update or delete on return_terms
deferrable initially deferred for each row execute function raise_page_revision('settings');

-- One row, or none: the shop sells. While stopped_at is set, nothing can be bought. A shop with a live key
-- shows its prices and sells nothing before an owner opens it, once the samples and placeholders it came
-- with are gone.
create table selling (
  id text primary key check (id = 'current'),
  stopped_at timestamptz,
  stopped_by text,
  -- What staff add to the message of the shop; may be empty.
  message text not null default '' check (char_length(message) <= 200),
  updated_at timestamptz not null,
  opened_at timestamptz,
  opened_by text,
  -- Since when a live key waits for the shop to be opened; null with a test key.
  awaits_opening_since timestamptz,
  check ((stopped_at is null) = (stopped_by is null)),
  check ((opened_at is null) = (opened_by is null))
);

create constraint trigger raises_page_revision after insert or update or delete on selling
deferrable initially deferred for each row execute function raise_page_revision('settings');

-- Settings that owners save in the admin area: keys of Stripe and the mail server among them
-- (docs/decisions/057-saved-settings.md). The name is that of the environment variable, which wins.
create table saved_settings (
  name text primary key check (name ~ '^[A-Z][A-Z0-9_]*$'),
  -- Encrypted by a key made of the shop's secret: base64url, never the value itself.
  sealed text not null check (sealed ~ '^[A-Za-z0-9_-]{38,}$'),
  saved_at timestamptz not null,
  saved_by text not null check (saved_by ~ '\S'),
  -- A key, mail server or place is tried before it is saved. One whose provider could not be reached is
  -- saved when an owner insists, and shown as untried.
  untried boolean not null default false
);

create constraint trigger raises_page_revision after insert or update or delete on saved_settings
deferrable initially deferred for each row execute function raise_page_revision('saved_settings');
