-- What staff did, as data: who did what to what, with facts that programs read. Written once: the database
-- refuses to change or delete an entry, and each is hashed with the one before it.

create table audit_log (
  id bigserial primary key,
  at timestamptz not null,
  -- An admin by email address, a command by its name, a visitor by the network address.
  actor_type text not null check (actor_type in ('admin', 'command', 'setup-link', 'visitor')),
  actor_id text not null check (actor_id ~ '\S'),
  -- One of the list in app/.server/audit-log/record-event.ts.
  action text not null check (action ~ '^[a-z_]+(\.[a-z_]+)?$'),
  target_type text check (target_type ~ '^[a-z_]+$'),
  target_id text,
  -- Never a secret.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  -- The network address it came from, where that was recorded.
  address text,
  -- SHA-256 of the salt and what audit_personal() finds; both null where it finds nothing. Addresses that
  -- were typed, and those of the network, are in the hash as this digest alone: 90 days later they and
  -- their salt are deleted, and the hashes still fit.
  personal_digest text check (personal_digest ~ '^[0-9a-f]{64}$'),
  personal_salt text,
  check ((target_type is null) = (target_id is null)),
  check (personal_salt is null or personal_digest is not null)
);

-- The latest comes first; the id orders equal times.
create index audit_log_latest on audit_log (at desc, id desc);
create index audit_log_target on audit_log (target_type, target_id, at desc, id desc);
-- When something was last done, such as a test email or a backup.
create index audit_log_by_action on audit_log (action, at desc);
-- The status bar shows the last backup.
create index audit_log_backups on audit_log (at desc) where action = 'backup.written';

-- Search ------------------------------------------------------------------------------------------
-- The log is searched by person, area, time and words, however much there is of it.

-- Letters and digits of what was done, by whom, to what and how; names of fields are left out. Words are
-- compared in lower case and by their beginnings. Signs separate words, so that `FN-1042` is found by
-- `1042`.
create function audit_log_words(action text, actor_id text, target_id text, facts jsonb)
returns tsvector
language sql immutable parallel safe
return to_tsvector('simple', regexp_replace(
  search_folded(concat_ws(' ', action, actor_id, target_id, (
    select string_agg(value #>> '{}', ' ')
    from jsonb_path_query(facts, 'strict $.** ? (@.type() == "string" || @.type() == "number")') value
  ))),
  '[-!-,./:-@[-`{-~[:space:]]+', ' ', 'g'));

create index audit_log_by_words on audit_log using gin (audit_log_words(action, actor_id, target_id, facts));
create index audit_log_by_actor on audit_log (actor_type, actor_id, at desc, id desc);
-- `order.canceled` is of the area `order`.
create index audit_log_by_area on audit_log (split_part(action, '.', 1), at desc, id desc);

-- Chain -------------------------------------------------------------------------------------------

-- What is deleted after 90 days: the network address, and whatever was typed as an account. Entries whose
-- facts have `carriedOver` hold both in a message.
create function audit_personal(entry jsonb) returns jsonb
language sql immutable strict parallel safe
return nullif(jsonb_strip_nulls(jsonb_build_object(
  'address', entry -> 'address',
  'actor', case when entry ->> 'actor_type' = 'visitor' then entry -> 'actor_id' end,
  'target', case when entry ->> 'action' = 'admin.sign_in_failed' then entry -> 'target_id' end,
  'sentence', case when entry ->> 'actor_type' = 'visitor' or entry ->> 'action' ~ '^admin[.](signed_in|password_changed)$'
    then entry #> '{facts,carriedOver}' end
)), '{}');

-- Everything else. A column that is added later is no part of it.
create function audit_row_text(entry jsonb) returns text
language sql immutable strict parallel safe
return jsonb_build_array(
  entry -> 'id', entry -> 'at', entry -> 'actor_type',
  case when entry ->> 'actor_type' = 'visitor' then null else entry -> 'actor_id' end,
  entry -> 'action', entry -> 'target_type',
  case when entry ->> 'action' = 'admin.sign_in_failed' then null else entry -> 'target_id' end,
  case when entry -> 'facts' ? 'carriedOver' and (
      entry ->> 'actor_type' = 'visitor' or entry ->> 'action' ~ '^admin[.](signed_in|password_changed)$')
    then (entry -> 'facts') - 'carriedOver' else entry -> 'facts' end,
  entry -> 'personal_digest'
)::text;

-- As it is after 90 days; a text stays where the column or the screens need one.
create function audit_cleared(entry jsonb) returns jsonb
language sql immutable strict parallel safe
return entry || jsonb_build_object('personal_salt', null, 'address', null)
  || case when entry ->> 'actor_type' = 'visitor' then '{"actor_id": "cleared"}' else '{}' end::jsonb
  || case when entry ->> 'action' = 'admin.sign_in_failed' then '{"target_id": "cleared"}' else '{}' end::jsonb
  || case when audit_personal(entry) ? 'sentence' then jsonb_build_object('facts', jsonb_set(
      entry -> 'facts', '{carriedOver}',
      (entry #> '{facts,carriedOver}') || '{"target": "", "details": ""}')) else '{}' end::jsonb;

create function seal_audit_entry() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  personal jsonb := audit_personal(to_jsonb(new));
begin
  if is_restoring() then return new; end if;
  new.personal_salt := case when personal is not null then gen_random_uuid()::text end;
  new.personal_digest := sha256_hex(new.personal_salt || personal::text);
  return new;
end
$$;

create function link_audit_entry() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if not is_restoring() then
    perform append_chain_link('audit_log', new.id::text, audit_row_text(to_jsonb(new)));
  end if;
  return null;
end
$$;

create function keep_audit_entry() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if tg_op = 'UPDATE' and old.personal_salt is not null and old.at < now() - interval '90 days'
    and to_jsonb(new) = audit_cleared(to_jsonb(old)) then
    return new;
  end if;
  raise exception 'audit_log is only added to' using errcode = 'restrict_violation';
end
$$;

create trigger audit_log_sealed before insert on audit_log
for each row execute function seal_audit_entry();
create constraint trigger audit_log_linked after insert on audit_log
deferrable initially deferred for each row execute function link_audit_entry();
create trigger audit_log_kept before update or delete on audit_log
for each row execute function keep_audit_entry();
create trigger audit_log_kept_whole before truncate on audit_log
for each statement execute function refuse_change();
