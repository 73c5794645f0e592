-- Kinds of mails are a list of the program (`OrderMailKind` in app/.server/platform/db/schema.ts), as
-- those of alerts are. The database checks what each is about, and the form of its name: a migration
-- that only adds a kind is not needed any more.
alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  case kind
    when 'alert' then alert_id is not null
    when 'invitation' then invitation_id is not null
    else order_id is not null and kind ~ '^order(-[a-z]+)+-(buyer|staff)$'
  end
);
