-- A search of orders reads an index instead of 100,000 whole rows. No row of an index may be longer than
-- 2,704 bytes, so the text ends after 600 characters; what is never long stands first.
alter table orders drop column search_text;
alter table orders add column search_text text not null generated always as (
  left(
    folded(number) || chr(10) ||
    without_gaps(number) || chr(10) ||
    left(without_accents(single_spaced(coalesce(tracking, ''))), 80) || chr(10) ||
    left(without_gaps(coalesce(tracking, '')), 80) || chr(10) ||
    left(folded(coalesce(payment_reference, '')), 80) || chr(10) ||
    left(folded(coalesce(payment_session, '')), 80) || chr(10) ||
    left(without_accents(coalesce(email, '')), 254) || chr(10) ||
    without_accents(single_spaced(coalesce(shipping_address ->> 'name', ''))),
    600)
) stored;
create index orders_search on orders (created_at desc, id collate "C") include (livemode, search_text);
