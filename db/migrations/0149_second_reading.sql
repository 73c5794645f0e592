-- A slip on the scale moved money at once. A difference beyond a small amount now waits for a second
-- reading that agrees, one beyond what the person may give for an owner or a manager, and every refund
-- for ten minutes or until its piece is sent, so that it can be undone (docs/decisions/064-weighing.md).

alter table weighed_items
  -- What a weight waits for; null where nothing is open. `reading`: the weight before was undone.
  add column waits text check (waits in ('reading', 'second reading', 'approval', 'refund')),
  -- When the refund is made, unless its piece is sent before.
  add column refund_at timestamptz,
  add constraint weighed_items_refund_check check ((refund_at is not null) = (waits = 'refund')),
  add constraint weighed_items_waits_alone_check check (waits is null or problem is null),
  drop constraint weighed_items_open_check,
  add constraint weighed_items_open_check check (
    (problem is not null or waits is not null) = (missing_cents > settled_cents)),
  drop constraint weighed_items_sent_check,
  add constraint weighed_items_sent_check check (
    parcel_id is null or (problem is null and waits is null and verdict <> 'outside'));
create index weighed_items_refund on weighed_items (refund_at) where waits = 'refund';

-- The refund of a weighing is made later than its row: it is noted once, and nothing else changes.
create function keep_weighing() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.refund_id is not null
    or (to_jsonb(old) - 'refund_id') is distinct from (to_jsonb(new) - 'refund_id')
  then
    raise exception 'What the scale said once stays so' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
drop trigger weighings_kept on weighings;
create trigger weighings_kept before update or delete on weighings
for each row execute function keep_weighing();

alter table risk_settings
  -- A refund of more gold than this waits for a second reading of the scale.
  add column weight_second_reading_cents bigint not null default 1000
    constraint risk_settings_second_reading_check check (weight_second_reading_cents between 0 and 100000),
  -- What the workshop may refund by a weight; beyond it an owner or a manager approves.
  add column weight_workshop_cents bigint not null default 10000
    constraint risk_settings_workshop_check check (weight_workshop_cents between 0 and 1000000);
