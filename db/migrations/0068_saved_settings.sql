-- Settings that owners save in the admin area: keys of Stripe and the mail server among them
-- (docs/decisions/057-saved-settings.md). The name is that of the environment variable, which wins.

create table saved_settings (
  name text primary key check (name ~ '^[A-Z][A-Z0-9_]*$'),
  -- Encrypted by a key made of the shop's secret: base64url, never the value itself.
  sealed text not null check (sealed ~ '^[A-Za-z0-9_-]{38,}$'),
  saved_at timestamptz not null,
  saved_by text not null check (saved_by ~ '\S')
);

alter table page_revisions drop constraint page_revisions_area_check;
alter table page_revisions add constraint page_revisions_area_check
check (area in ('catalog', 'gold_price', 'settings', 'saved_settings'));
insert into page_revisions (area, revision)
values ('saved_settings', extract(epoch from clock_timestamp()) * 1000);

create constraint trigger raises_page_revision after insert or update or delete on saved_settings
deferrable initially deferred for each row execute function raise_page_revision('saved_settings');

-- When something was last done, such as a test mail or a backup.
create index audit_log_by_action on audit_log (action, at desc);
