-- Invitations of staff: who was invited by whom, as what, until when, and what became of it
-- (docs/decisions/027-roles-and-rights.md). The link is made of the shop's secret and the id, so that
-- nobody who reads this table can open one.

-- breaking: an earlier version takes the mail of an invitation to be about an order, and leaves the
-- invitations of an owner whom it demotes.
create table invitations (
  -- Random, 16 bytes as base64url.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  email text not null check (email ~ '^[^[:cntrl:][:space:]]+@[^[:cntrl:][:space:]]+$'),
  role text not null check (role in ('owner', 'manager', 'bench')),
  -- What a removed owner began ends with them.
  invited_by text not null references admins on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  accepted_at timestamptz,
  revoked_at timestamptz,
  check (num_nonnulls(accepted_at, revoked_at) <= 1)
);

-- At most one for an address is open.
create unique index invitations_open on invitations (folded(email))
  where accepted_at is null and revoked_at is null;

-- A mail is about an order, an alert or an invitation. No reference: a backup holds mails, and no
-- invitations.
alter table mail_outbox add column invitation_id text unique;
alter table mail_outbox drop constraint mail_outbox_about;
alter table mail_outbox add constraint mail_outbox_about
  check (num_nonnulls(order_id, alert_id, invitation_id) = 1);
alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  case kind
    when 'alert' then alert_id is not null
    when 'invitation' then invitation_id is not null
    else order_id is not null and kind in (
      'order-paid-buyer', 'order-paid-staff', 'order-fulfilled-buyer', 'order-tracking-buyer',
      'order-refunded-buyer', 'order-held-staff', 'order-dispute-open-staff',
      'order-dispute-won-staff', 'order-dispute-lost-staff', 'order-link-buyer'
    )
  end
);
