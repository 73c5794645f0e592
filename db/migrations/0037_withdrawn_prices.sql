-- Staff withdraw a gold price that was wrong, and stop selling for a while
-- (docs/decisions/037-withdrawn-prices.md).
-- breaking: an older program would sell at withdrawn prices, and while selling is stopped.

-- A withdrawn price counts as never accepted. Who withdrew it and why is kept with it.
alter table gold_price_history
  drop constraint gold_price_history_status_check,
  add constraint gold_price_history_status_check
    check (status in ('accepted', 'held', 'rejected', 'withdrawn')),
  add column withdrawn_at timestamptz,
  add column withdrawn_by text,
  add column withdrawn_reason text,
  add check (num_nonnulls(withdrawn_at, withdrawn_by, withdrawn_reason)
    = case status when 'withdrawn' then 3 else 0 end);
create index gold_price_history_withdrawn on gold_price_history (withdrawn_at)
  where status = 'withdrawn';

alter table orders
  -- The price it was placed at, in gold_price_history; null: the price of nobody, or not kept.
  add column gold_price_id bigint,
  -- When that price was withdrawn, and when staff decided to keep the sale all the same.
  add column price_withdrawn_at timestamptz,
  add column price_honored_at timestamptz,
  add check (price_honored_at is null or price_withdrawn_at is not null);
create index orders_gold_price on orders (gold_price_id) where gold_price_id is not null;

-- Also what was paid at a withdrawn price waits for a look by staff.
alter table orders drop column needs_review;
alter table orders add column needs_review boolean not null generated always as (
  hold_reason is not null
  or coalesce(dispute = 'open', false)
  or coalesce(dispute = 'lost' and dispute_reviewed_at is null, false)
  or (price_withdrawn_at is not null and price_honored_at is null
    and state in ('paid', 'fulfilled'))
) stored;
create index orders_needing_review on orders (created_at desc, id collate "C") where needs_review;
create index orders_price_to_decide on orders (paid_at desc)
  where price_withdrawn_at is not null and price_honored_at is null;

update orders set gold_price_id = price.id
from (
  select max(id) as id, price, price_per_gram, source, taken_at from gold_price_history
  where status = 'accepted' group by price, price_per_gram, source, taken_at
) price
where price.price = gold_price_per_ounce and price.price_per_gram = gold_price_per_gram
  and price.source = gold_source and price.taken_at = gold_taken_at;

-- One row, or none: the shop sells. While stopped_at is set, nothing can be bought.
create table selling (
  id text primary key check (id = 'current'),
  stopped_at timestamptz,
  stopped_by text,
  -- What staff add to the shop's own sentence; may be empty.
  message text not null default '' check (char_length(message) <= 200),
  updated_at timestamptz not null,
  check ((stopped_at is null) = (stopped_by is null))
);
create constraint trigger raises_page_revision after insert or update or delete on selling
deferrable initially deferred for each row execute function raise_page_revision('settings');
