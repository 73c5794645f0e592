-- Which reports of cash to the IRS (Form 8300) staff have filed: of the customer of an order, for the day on
-- which the cash went above $10,000, and the sum by then. Without it the duty stays on the first page of the
-- dashboard. What was marked is not changed.
create table form_8300_filings (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  crossed_on date not null,
  sum_cents bigint not null check (sum_cents > 1000000),
  filed_by text not null check (filed_by ~ '\S'),
  filed_at timestamptz not null,
  unique (order_id, crossed_on, sum_cents)
);
create trigger form_8300_filings_kept before update or delete on form_8300_filings
for each row execute function refuse_change();
