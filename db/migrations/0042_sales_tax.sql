-- Sales tax (docs/decisions/040-sales-tax.md): whether it is collected, what each order was placed
-- with, and what each line was taxed by whom. The sum of an order's tax stands in the ledger.

create table sales_tax_settings (
  id text primary key check (id = 'current'),
  enabled boolean not null default false,
  -- Two letters each, ["WA"]: where the shop is registered.
  states jsonb not null check (jsonb_typeof(states) = 'array'),
  -- Stripe's, of products without one of their own.
  tax_code text not null check (tax_code ~ '^txcd_[0-9]{8}$'),
  updated_at timestamptz not null,
  -- Nobody collects a tax without a registration.
  check (not enabled or jsonb_array_length(states) > 0)
);

create constraint trigger raises_page_revision after insert or update or delete on sales_tax_settings
deferrable initially deferred for each row execute function raise_page_revision('settings');

alter table products add column tax_code text check (tax_code ~ '^txcd_[0-9]{8}$');

alter table orders
  -- Whether the payment page adds tax. Kept with the order: its payment page follows from it alone.
  add column with_tax boolean not null default false,
  -- When the provider was last asked for the tax of its lines, and when that was stored.
  add column line_taxes_asked_at timestamptz,
  add column line_taxes_known_at timestamptz;

alter table order_lines add column tax_code text check (tax_code ~ '^txcd_[0-9]{8}$');

create index orders_line_taxes_unknown on orders (line_taxes_asked_at nulls first, id)
  where with_tax and paid_at is not null and line_taxes_known_at is null;

-- What one jurisdiction charged on one line.
create table order_taxes (
  order_id text not null,
  line integer not null,
  -- Of several jurisdictions, in the provider's order.
  position integer not null check (position >= 0),
  -- Two letters; empty where the provider names none.
  state text not null,
  level text not null,
  name text not null check (name ~ '\S'),
  -- Percent.
  rate numeric(9, 4) not null check (rate >= 0),
  taxable_cents bigint not null check (taxable_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  primary key (order_id, line, position),
  foreign key (order_id, line) references order_lines (order_id, position)
);

create trigger order_taxes_kept before update or delete on order_taxes
for each row execute function refuse_change();
