-- How an order reaches its buyer, where the owner offers more than free standard shipping in the United States.

alter table orders
  add column shipping_method text not null default 'standard'
    constraint orders_shipping_method
      check (shipping_method in ('standard', 'express', 'international', 'pickup')),
  -- ISO 3166-1 alpha-2.
  add column shipping_country text not null default 'US'
    constraint orders_shipping_country check (shipping_country ~ '^[A-Z]{2}$'),
  -- What the method cost; the total of the order includes it.
  add column shipping_cents bigint not null default 0
    constraint orders_shipping_cents check (shipping_cents >= 0),
  add constraint orders_shipping check (
    (shipping_method = 'international') = (shipping_country <> 'US')
    and (shipping_method in ('express', 'international') or shipping_cents = 0)
  );

-- What the owner offers beside it. Rates are flat, in cents.
create table shipping_methods (
  id text primary key check (id = 'current'),
  express boolean not null default false,
  express_cents bigint not null default 0 check (express_cents between 0 and 1000000),
  -- In business days: an express order is to be sent within that time.
  express_days integer not null default 1 check (express_days between 0 and 60),
  express_text text not null default '' check (char_length(express_text) <= 200),
  international boolean not null default false,
  -- Two letters each, by ISO 3166-1.
  countries jsonb not null default '[]' check (jsonb_typeof(countries) = 'array'),
  international_cents bigint not null default 0 check (international_cents between 0 and 1000000),
  customs_text text not null default '' check (char_length(customs_text) <= 300),
  pickup boolean not null default false,
  pickup_address text not null default '' check (char_length(pickup_address) <= 300),
  pickup_hours text not null default '' check (char_length(pickup_hours) <= 200),
  updated_at timestamptz not null
);

create constraint trigger raises_page_revision after insert or update or delete on shipping_methods
deferrable initially deferred for each row execute function raise_page_revision('settings');
