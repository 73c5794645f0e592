-- The audit log is written once: the database refuses to change or delete an entry, and each is hashed
-- with the one before it, so that a change made past the triggers is found by `npm run audit -- check`
-- (docs/decisions/032-chains-and-books.md). Addresses that were typed, and those of the network, are in
-- the hash as a salted digest alone: 90 days later they and their salt go, and the hashes still fit.

set local timezone = 'UTC';

-- Rows that are hashed, in the order they were committed in. A row that may change has one link for each
-- state it was in; the last tells how it must be now.
create table chain_links (
  chain text not null check (chain ~ '^[a-z_]+$'),
  position bigint not null check (position > 0),
  row_key text not null,
  -- SHA-256 of the row's text, and of that together with the hash before; in hexadecimal.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (chain, position)
);

create index chain_links_row on chain_links (chain, row_key, position);

create function sha256_hex(value text) returns text
language sql immutable strict parallel safe
return encode(sha256(convert_to(value, 'UTF8')), 'hex');

-- A restore puts links back with their rows, and makes none.
create function is_restoring() returns boolean
language sql stable
return coalesce(current_setting('shop.restoring', true), '') = 'on';

-- One at a time, until the transaction ends. Called by deferred triggers, so that nobody waits longer
-- than a commit takes; what a command changes comes before what it records, so that whoever has this
-- lock waits for no other.
create function append_chain_link(of_chain text, of_row text, content text) returns void
language plpgsql as $$
declare
  last chain_links;
begin
  perform pg_advisory_xact_lock(hashtext('chain_links'));
  select * into last from chain_links where chain = of_chain order by position desc limit 1;
  insert into chain_links (chain, position, row_key, digest, hash) values (
    of_chain, coalesce(last.position, 0) + 1, of_row, sha256_hex(content),
    sha256_hex(coalesce(last.hash, '') || sha256_hex(content)));
end
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger chain_links_kept before update or delete on chain_links
for each row execute function refuse_change();
create trigger chain_links_kept_whole before truncate on chain_links
for each statement execute function refuse_change();

-- The audit log ----------------------------------------------------------------------------------

alter table audit_log
  -- SHA-256 of the salt and what audit_personal() finds; both null where it finds nothing.
  add column personal_digest text check (personal_digest ~ '^[0-9a-f]{64}$'),
  add column personal_salt text;

-- What goes after 90 days: the network address, and whatever was typed as an account. Entries
-- from before 0021 have both in a sentence.
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

-- The entries there are.
update audit_log set personal_salt = gen_random_uuid()::text
where audit_personal(to_jsonb(audit_log)) is not null;
update audit_log set personal_digest = sha256_hex(personal_salt || audit_personal(to_jsonb(audit_log))::text)
where personal_salt is not null;
alter table audit_log add check (personal_salt is null or personal_digest is not null);

do $$
declare
  entry audit_log;
begin
  for entry in select * from audit_log order by id loop
    perform append_chain_link('audit_log', entry.id::text, audit_row_text(to_jsonb(entry)));
  end loop;
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
