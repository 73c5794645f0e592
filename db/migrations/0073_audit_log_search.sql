-- The screen Log finds what staff did by person, area, time and words, however much there is of it.

-- Letters and digits of what was done, by whom, to what and how; names of fields are left out. Words are
-- compared in lower case and by their beginnings. Signs part words, so that `FN-1042` is found by `1042`.
create function audit_log_words(action text, actor_id text, target_id text, facts jsonb) returns tsvector
language sql immutable parallel safe
return to_tsvector('simple', regexp_replace(
  concat_ws(' ', action, actor_id, target_id, (
    select string_agg(value #>> '{}', ' ')
    from jsonb_path_query(facts, 'strict $.** ? (@.type() == "string" || @.type() == "number")') value
  )),
  '[-!-,./:-@[-`{-~[:space:]]+', ' ', 'g'));

create index audit_log_by_words on audit_log using gin (audit_log_words(action, actor_id, target_id, facts));
create index audit_log_by_actor on audit_log (actor_type, actor_id, at desc, id desc);
-- `order.canceled` is of the area `order`.
create index audit_log_by_area on audit_log (split_part(action, '.', 1), at desc, id desc);
