-- What staff did, kept as data: who did what to what, with facts that programs read. Before, each was
-- kept as sentences, which were also how the program found things again.

-- breaking: an earlier version of the shop writes to staff_log.

create table audit_log (
  id bigserial primary key,
  at timestamptz not null,
  -- An admin by e-mail address, a command by its name, a visitor by the network address.
  actor_type text not null check (actor_type in ('admin', 'command', 'setup-link', 'visitor')),
  actor_id text not null check (actor_id ~ '\S'),
  -- One of the list in app/.server/audit-log/record-event.ts.
  action text not null check (action ~ '^[a-z_]+(\.[a-z_]+)?$'),
  target_type text check (target_type ~ '^[a-z_]+$'),
  target_id text,
  -- Never a secret.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  -- The network address it came from, where that was looked at.
  address text,
  check ((target_type is null) = (target_id is null))
);

-- The latest comes first; the id settles equal times.
create index audit_log_latest on audit_log (at desc, id desc);
create index audit_log_target on audit_log (target_type, target_id, at desc, id desc);

-- What was written as sentences stays word for word, under carriedOver.
insert into audit_log (id, at, actor_type, actor_id, action, target_type, target_id, facts, address)
select log.id, log.at,
  case
    when log.by = 'setup link' then 'setup-link'
    when log.by like 'npm run %' then 'command'
    when log.by ~ '^visitor at \S' then 'visitor'
    else 'admin'
  end,
  coalesce(substring(log.by from '^visitor at (\S.*)$'), log.by),
  coalesce(known.action, 'other'),
  case when known.target_type = 'product' and log.details !~ '^id \S' then null else known.target_type end,
  case known.target_type
    when 'product' then substring(log.details from '^id (\S.*)$')
    when 'order' then coalesce((select id from orders where number = log.subject), log.subject)
    else case when known.target_type is not null then log.subject end
  end,
  jsonb_build_object('carriedOver',
    jsonb_build_object('action', log.deed, 'target', log.subject, 'details', log.details)),
  coalesce(substring(log.by from '^visitor at (\S.*)$'),
    substring(log.details from '^from (\S+), with a '))
from staff_log log
left join (values
  ('made an admin', 'admin.created', 'admin'),
  ('removed an admin', 'admin.removed', 'admin'),
  ('reset the second factor of', 'admin.second_factor_reset', 'admin'),
  ('signed in', 'admin.signed_in', null),
  ('failed to sign in', 'admin.sign_in_failed', 'admin'),
  ('signed out', 'admin.signed_out', null),
  ('changed the password', 'admin.password_changed', null),
  ('failed to change the password', 'admin.password_change_failed', null),
  ('created product', 'product.created', 'product'),
  ('changed product', 'product.updated', 'product'),
  ('deleted product', 'product.deleted', 'product'),
  ('fulfilled order', 'order.fulfilled', 'order'),
  ('corrected tracking', 'order.tracking_corrected', 'order'),
  ('cancelled order', 'order.canceled', 'order'),
  ('accepted held payment', 'order.held_payment_accepted', 'order'),
  ('settled held order', 'order.hold_settled', 'order'),
  ('looked at lost dispute', 'order.dispute_reviewed', 'order'),
  ('sent a mail again', 'order.mail_retried', 'order'),
  ('set the gold price', 'gold_price.set', null),
  ('fetched the gold price', 'gold_price.fetched', null),
  ('accepted the held gold price', 'gold_price.accepted', null),
  ('rejected the held gold price', 'gold_price.rejected', null),
  ('changed shipping', 'settings.shipping_updated', null),
  ('changed paracord options', 'settings.paracord_updated', null),
  ('wrote a backup', 'backup.written', 'backup'),
  ('restored a backup', 'backup.restored', 'backup')
) as known (deed, action, target_type) on known.deed = log.deed
order by log.id;

select setval(pg_get_serial_sequence('audit_log', 'id'), coalesce(max(id), 0) + 1, false) from audit_log;

drop table staff_log;
