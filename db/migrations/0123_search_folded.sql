-- What people type is found however it is written: "Maker's" with a straight or a curly quote, "14-inch"
-- with any dash, "Zoë" as "zoe", ½ as 1/2, letters of full width, blanks that do not break. The program
-- folds by the same rules (app/domain/text/fold.ts); a test compares the two. Only functions that every
-- PostgreSQL and the embedded database have, and none that follows the locale of the server.

create function plain_signs(value text) returns text
language sql immutable strict parallel safe
return translate(value,
  '‘’‚‛ʹʻʼʽˈ′‵´՚׳＇｀`“”„‟«»‹›″‶〃״＂‐‑‒–—―−⁃─־﹘﹣－⁄∕×' || E'\u0085\u1680\u2028\u2029',
  repeat('''', 17) || repeat('"', 13) || repeat('-', 13) || repeat('/', 2) || repeat('x', 1) || repeat(' ', 4));

create function search_folded(value text) returns text
language sql immutable strict parallel safe
return single_spaced(case
  -- ASCII, which most texts are, in a fraction of the time.
  when octet_length(value) = char_length(value) then translate(lower(value collate "C"), '`', '''')
  else replace(replace(replace(replace(translate(translate(
    lower(plain_signs(regexp_replace(
      normalize(plain_signs(regexp_replace(regexp_replace(value,
        '[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1abd\u1dc0-\u1dff\u20d0-\u20dc\u20e1\u20e5-\u20f0\ufe20-\ufe2f]', '', 'g'),
        '([\u00bc-\u00be\u2150-\u215e\u2189])', ' \1', 'g')), NFKD),
      '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1abd\u1dc0-\u1dff\u20d0-\u20dc\u20e1\u20e5-\u20f0\ufe20-\ufe2f]', '', 'g')) collate "C"),
    'ÆÐØÞĐĦŁŊŒŦẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐҒҚҢҮҰҲҺӘӨ',
    'æðøþđħłŋœŧßαβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґғқңүұҳһәө'),
    'øłđðħıŧŋς', 'olddhitnσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
end);

-- A program of before this file asks by this name.
create or replace function without_accents(value text) returns text
language sql immutable strict parallel safe
return search_folded(value);

-- Dropping a column drops its indexes.
alter table products drop column folded_name, drop column search_text;
alter table products
  add column folded_name text not null generated always as (search_folded(name)) stored,
  add column search_text text not null generated always as (
    search_folded(name) || chr(10) ||
    search_folded(visible_text(short_description)) || chr(10) ||
    search_folded(visible_text(description))
  ) stored;
create index products_by_name on products (folded_name, id collate "C");

-- The lengths are those of 0088: no row of an index may be longer than 2,704 bytes.
alter table orders drop column search_text;
alter table orders add column search_text text not null generated always as (
  left(
    folded(number) || chr(10) ||
    without_gaps(number) || chr(10) ||
    left(search_folded(coalesce(tracking, '')), 80) || chr(10) ||
    left(without_gaps(search_folded(coalesce(tracking, ''))), 80) || chr(10) ||
    left(folded(coalesce(payment_reference, '')), 80) || chr(10) ||
    left(folded(coalesce(payment_session, '')), 80) || chr(10) ||
    left(search_folded(coalesce(email, '')), 254) || chr(10) ||
    search_folded(coalesce(shipping_address ->> 'name', '')),
    600)
) stored;
create index orders_search on orders (created_at desc, id collate "C") include (livemode, search_text);
drop index orders_email_start;
create index orders_email_start on orders ((search_folded(email)) collate "C") where email is not null;

drop index customers_email_start, customers_name_start, customers_last_name_start;
alter table customers drop column search_text;
alter table customers add column search_text text not null generated always as (
  search_folded(coalesce(name, '')) || E'\n' || search_folded(email)) stored;
create index customers_email_start on customers ((search_folded(email)) collate "C");
create index customers_name_start on customers ((search_folded(name)) collate "C")
where name is not null;
create index customers_last_name_start
on customers ((search_folded(regexp_replace(name, '^.* ', ''))) collate "C")
where name is not null;

alter table media drop column search_text;
alter table media add column search_text text not null generated always as (
  search_folded(name) || E'\n' || search_folded(alt)) stored;

-- As 0073, of folded text.
drop index audit_log_by_words;
create or replace function audit_log_words(action text, actor_id text, target_id text, facts jsonb)
returns tsvector
language sql immutable parallel safe
return to_tsvector('simple', regexp_replace(
  search_folded(concat_ws(' ', action, actor_id, target_id, (
    select string_agg(value #>> '{}', ' ')
    from jsonb_path_query(facts, 'strict $.** ? (@.type() == "string" || @.type() == "number")') value
  ))),
  '[-!-,./:-@[-`{-~[:space:]]+', ' ', 'g'));
create index audit_log_by_words on audit_log using gin (audit_log_words(action, actor_id, target_id, facts));
