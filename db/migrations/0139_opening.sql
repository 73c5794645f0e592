-- A shop with a live key shows its prices and sells nothing before an owner opens it, once the samples and
-- placeholders it came with are gone.
-- breaking: an older program would sell before the shop is opened.
alter table selling
  add column opened_at timestamptz,
  add column opened_by text,
  -- Since when a live key waits for the shop to be opened; null with a test key.
  add column awaits_opening_since timestamptz,
  add check ((opened_at is null) = (opened_by is null));

-- Who sold for real money before is open.
insert into selling (id, opened_at, opened_by, updated_at)
select 'current', now(), 'an update', now()
where exists (select from orders where livemode and paid_at is not null)
on conflict (id) do update set opened_at = excluded.opened_at, opened_by = excluded.opened_by;
