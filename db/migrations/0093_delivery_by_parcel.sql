-- Parcels of one order arrive on different days: when staff learned that one was delivered, and who said so.
-- Null: not known, as of parcels from before whose order was marked as delivered as a whole.
alter table parcels
  add column delivered_at timestamptz,
  add column delivered_by text constraint parcels_delivered_by check (delivered_by ~ '\S'),
  add constraint parcels_delivered check ((delivered_at is null) = (delivered_by is null));

-- What left has left: only how it is followed is corrected, and whether it arrived.
create or replace function keep_parcel() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - '{carrier,tracking,delivered_at,delivered_by}'::text[]
    is distinct from to_jsonb(new) - '{carrier,tracking,delivered_at,delivered_by}'::text[]
  then
    raise exception 'A parcel that was sent is not changed';
  end if;
  return new;
end
$$;
