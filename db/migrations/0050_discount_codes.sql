-- Discount codes that owners make: off the flat fee, or off gold and fee where an owner confirmed it.

create table discount_codes (
  id bigint generated always as identity primary key,
  -- As the owner wrote it, and as codes are compared: capital letters and digits alone.
  code text not null check (char_length(code) between 3 and 60),
  key text not null unique check (key ~ '^[A-Z0-9]{3,30}$'),
  -- In hundredths of a percent, or in cents.
  percent integer check (percent between 1 and 10000),
  amount_cents bigint check (amount_cents > 0),
  off_metal boolean not null default false,
  -- The pieces it is for; null: all. No reference: a product may be deleted.
  product_ids text[] check (cardinality(product_ids) > 0),
  starts_at timestamptz,
  -- The first moment when it is no longer valid.
  ends_at timestamptz,
  min_total_cents bigint not null default 0 check (min_total_cents >= 0),
  max_uses integer check (max_uses > 0),
  max_uses_per_email integer check (max_uses_per_email > 0),
  active boolean not null default true,
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint discount_codes_off check ((percent is null) <> (amount_cents is null)),
  constraint discount_codes_time check (ends_at > starts_at)
);

-- Its uses are the orders that have it and did not end unpaid: none can be counted twice or lost.
alter table orders
  add column discount_code_id bigint references discount_codes,
  -- As it was written when it was used.
  add column discount_code text,
  -- What of the discount the code took off; the rest is for paying by bank.
  add column code_discount_cents bigint not null default 0,
  -- What the buyer entered with a code that is limited per email address; cleared when it is not needed.
  add column code_email text,
  add constraint orders_discount_code
    check ((discount_code_id is null) = (discount_code is null)
      and (discount_code_id is null) = (code_discount_cents = 0)),
  add constraint orders_code_discount check (code_discount_cents between 0 and discount_cents),
  drop constraint orders_check6,
  add constraint orders_card_discount check (pay_by <> 'card' or discount_cents = code_discount_cents);

create index orders_of_discount_code on orders (discount_code_id) where discount_code_id is not null;
-- The job that clears the addresses looks for these.
create index orders_code_email on orders (created_at) where code_email is not null;

alter table order_lines
  add column code_discount_cents bigint not null default 0,
  -- The code was also off the gold: what is refunded for missing gold goes by it.
  add column code_off_metal boolean not null default false,
  add constraint order_lines_code_discount check (code_discount_cents between 0 and discount_cents);
