-- A lower price for whoever pays by bank: the setting, and what an order keeps of it
-- (docs/decisions/042-bank-price.md). Orders from before were paid by card, with nothing taken off.

create table payment_settings (
  id text primary key check (id = 'current'),
  -- In hundredths of a percent, up to 10 percent; 0: no bank price.
  bank_discount integer not null default 0 check (bank_discount between 0 and 1000),
  updated_at timestamptz not null
);

alter table orders
  add column pay_by text not null default 'card' check (pay_by in ('card', 'debit', 'wire')),
  -- The total is what is due; the lines less this are the total.
  add column discount_cents bigint not null default 0 check (discount_cents >= 0),
  add column payment_customer text unique,
  add check (pay_by <> 'card' or discount_cents = 0);

alter table order_lines
  add column discount_cents bigint not null default 0
    check (discount_cents between 0 and line_total_cents);

-- Wires that are waited for.
create index orders_waiting_for_wire on orders (expires_at) where state = 'pending' and pay_by = 'wire';

-- Quotes are made of it: every process hears of a change (0022).
create constraint trigger raises_page_revision after insert or update or delete on payment_settings
deferrable initially deferred for each row execute function raise_page_revision('settings');
