-- A label is bought for the next package of an order, or for the one in which an owner sends us a piece that is
-- traded in: then it has the owner's address under "from" in what was requested.
-- breaking: a program that knows no other labels than those of orders would look for their order.
alter table labels alter column order_id drop not null;
alter table labels add column trade_in_id text references trade_ins;
alter table labels add constraint labels_about check (
  num_nonnulls(order_id, trade_in_id) = 1 and (trade_in_id is null or parcel_id is null));
create index labels_trade_in on labels (trade_in_id, id) where trade_in_id is not null;
-- A trade-in has one label at a time.
create unique index labels_one_for_trade_in on labels (trade_in_id)
where state in ('buying', 'bought') and trade_in_id is not null;

create or replace function keep_label() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'offered' then
      raise exception 'A label that was asked for is not deleted';
    end if;
    return old;
  end if;
  if row(old.order_id, old.trade_in_id, old.provider, old.livemode, old.shipment,
      old.asked - '{to,from}'::text[], old.rates, old.offered_at)
    is distinct from
    row(new.order_id, new.trade_in_id, new.provider, new.livemode, new.shipment,
      new.asked - '{to,from}'::text[], new.rates, new.offered_at)
    or (new.asked ? 'to' and old.asked -> 'to' is distinct from new.asked -> 'to')
    or (new.asked ? 'from' and old.asked -> 'from' is distinct from new.asked -> 'from')
    or (old.bought_at is not null and row(old.bought_at, old.rate, old.cost_cents, old.tracking)
      is distinct from row(new.bought_at, new.rate, new.cost_cents, new.tracking))
    or (old.parcel_id is not null and old.parcel_id is distinct from new.parcel_id)
  then
    raise exception 'A label that was asked for is not changed';
  end if;
  return new;
end
$$;
