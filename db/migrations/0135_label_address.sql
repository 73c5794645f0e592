-- The address that a label was bought for is kept with what was asked for, under "to". It goes with the
-- data of its buyer; nothing else of a label that was asked for is changed.

create or replace function keep_label() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'offered' then
      raise exception 'A label that was asked for is not deleted';
    end if;
    return old;
  end if;
  if row(old.order_id, old.provider, old.livemode, old.shipment, old.asked - 'to', old.rates,
      old.offered_at)
    is distinct from
    row(new.order_id, new.provider, new.livemode, new.shipment, new.asked - 'to', new.rates,
      new.offered_at)
    or (new.asked ? 'to' and old.asked -> 'to' is distinct from new.asked -> 'to')
    or (old.bought_at is not null and row(old.bought_at, old.rate, old.cost_cents, old.tracking)
      is distinct from row(new.bought_at, new.rate, new.cost_cents, new.tracking))
    or (old.parcel_id is not null and old.parcel_id is distinct from new.parcel_id)
  then
    raise exception 'A label that was asked for is not changed';
  end if;
  return new;
end
$$;
