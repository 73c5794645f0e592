-- What public pages are made of, and when each part of it last changed. A process keeps pages, and
-- what it read for them, in memory only while these numbers stay (docs/decisions/025-page-cache.md).
-- Raised inside the transaction of every change, whoever makes it. Milliseconds of the clock, and at
-- least one more than before, so that a number is never used twice, not even after a restore.
create table page_revisions (
  area text primary key check (area in ('catalog', 'gold_price', 'settings')),
  revision bigint not null,
  -- One transaction raises it once, however many rows it writes.
  raised_by xid8
);

insert into page_revisions (area, revision)
select area, extract(epoch from clock_timestamp()) * 1000
from unnest(array['catalog', 'gold_price', 'settings']) as area;

create function raise_page_revision() returns trigger language plpgsql as $$
declare
  raised bigint;
begin
  update page_revisions
  set revision = greatest(revision + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint),
      raised_by = pg_current_xact_id()
  where area = tg_argv[0] and raised_by is distinct from pg_current_xact_id()
  returning revision into raised;
  if found then
    perform pg_notify('page_revision', tg_argv[0] || ' ' || raised);
  end if;
  return null;
end
$$;

-- Deferred to the end of the transaction: nothing is locked after the revision, so no two
-- transactions can wait for each other by it.
do $$
declare
  triggered record;
begin
  for triggered in
    select * from (values
      ('products', 'catalog'), ('product_images', 'catalog'), ('product_attributes', 'catalog'),
      ('product_categories', 'catalog'), ('product_category_mappings', 'catalog'),
      ('gold_prices', 'gold_price'), ('gold_price_history', 'gold_price'),
      ('paracord_options', 'settings'), ('shipping_settings', 'settings')
    ) as t (name, area)
  loop
    execute format(
      'create constraint trigger raises_page_revision after insert or update or delete on %I
       deferrable initially deferred for each row execute function raise_page_revision(%L)',
      triggered.name, triggered.area);
  end loop;
end
$$;

-- It said the same of the gold price alone.
drop trigger gold_price_told on gold_prices;
drop function tell_gold_price();

-- Processes that serve pages, and the sum of the revisions each knows of. A change counts as done
-- once all of them know it. Worth nothing after a crash, so it is not written to the log.
create unlogged table web_processes (
  id text primary key,
  known_revisions bigint not null,
  seen_at timestamptz not null
);
