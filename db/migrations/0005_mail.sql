-- Mails about orders. A row is written in the same transaction as what it tells of, so that neither
-- is without the other; its words are written from the books, and sent, by a job afterwards: nobody's
-- payment waits for, or fails by, a mail (docs/decisions/010-mail-outbox.md).

create table mail_outbox (
  -- Also the mail's Message-ID, the same at every attempt, so that a mail sent twice can be known.
  id text primary key default gen_random_uuid()::text,
  order_id text not null references orders,
  kind text not null check (kind in (
    'order-paid-buyer', 'order-paid-staff', 'order-fulfilled-buyer', 'order-refunded-buyer',
    'order-held-staff'
  )),
  -- Which of several of a kind: an order can be held more than once, by one payment event each.
  occasion text not null default '',
  -- kept: there is no mail server; staff read it in the admin area. failed: given up, staff must look.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'kept')),
  -- What stands in headers is one line, whoever wrote it.
  recipient text check (recipient ~ '^[^[:cntrl:][:space:]]+@[^[:cntrl:][:space:]]+$'),
  subject text check (subject ~ '\S' and subject !~ '[[:cntrl:]]'),
  text text,
  html text,
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- An event told twice never mails twice.
  unique (order_id, kind, occasion),
  check ((state = 'sent') = (sent_at is not null)),
  check (state = 'waiting' or subject is not null),
  check (state <> 'sent' or recipient is not null),
  check ((subject is null) = (text is null) and (subject is null) = (html is null))
);

-- What the job looks for, every few seconds.
create index mail_outbox_due on mail_outbox (next_attempt_at) where state = 'waiting';
create index mail_outbox_failed on mail_outbox (created_at desc) where state = 'failed';
