-- Messages of visitors, emails that wait to be sent, and the texts of emails.

-- What visitors wrote in the contact form and the form for custom work, for those without an email program,
-- and what staff answered.
create table messages (
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind in ('contact', 'custom-work')),
  received_at timestamptz not null,
  -- Of a digest of what was sent and its day: a form that is sent twice is one message.
  sent_once text not null unique,
  -- The form for custom work asks for no name, the contact form for no phone number.
  name text not null default '' check (char_length(name) <= 200),
  email text not null check (email ~ '^[^[:cntrl:][:space:]]+@[^[:cntrl:][:space:]]+$'),
  phone text not null default '' check (char_length(phone) <= 200),
  subject text not null check (subject ~ '\S' and subject !~ '[[:cntrl:]]' and char_length(subject) <= 200),
  body text not null check (body ~ '\S' and char_length(body) <= 40000),
  state text not null default 'new' check (state in ('new', 'answered', 'archived')),
  -- When it was received, answered or moved; it is deleted two years after this.
  changed_at timestamptz not null check (changed_at >= received_at),
  search_text text not null generated always as (
    search_folded(name) || chr(10) || search_folded(shown_email(email)) || chr(10) || search_folded(subject)
  ) stored
);
create index messages_by_state on messages (state, received_at desc, id collate "C");
create index messages_latest on messages (received_at desc, id collate "C");
-- A message is found, exported and erased by any spelling of its sender's address, as an order is.
create index messages_of_buyer on messages (email_key(email));
-- The search of the admin area finds what begins as typed.
create index messages_email_start on messages ((search_folded(shown_email(email))) collate "C");
create index messages_name_start on messages ((search_folded(name)) collate "C");
create index messages_subject_start on messages ((search_folded(subject)) collate "C");

create table message_answers (
  -- Of the form as it was opened: sent twice, it is one answer.
  id text primary key,
  message_id text not null references messages on delete cascade,
  at timestamptz not null,
  by text not null,
  text text not null check (text ~ '\S' and char_length(text) <= 20000)
);
create index message_answers_of_message on message_answers (message_id, at);

-- A row is written in the same transaction as what it is about, so that neither is without the other; its
-- text is written from the records, and sent, by a job afterwards: nobody's payment waits for, or fails by,
-- an email (docs/decisions/010-mail-outbox.md).
create table mail_outbox (
  -- Also the Message-ID, the same at every attempt, so that an email sent twice can be recognized.
  id text primary key default gen_random_uuid()::text,
  order_id text references orders,
  kind text not null,
  -- Which of several of a kind: an order can be put on hold more than once, by one payment event each.
  occasion text not null default '',
  -- kept: there is no mail server; staff read it in the admin area. failed: given up, staff must review it.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'kept')),
  -- What is in headers is one line, whatever wrote it. To whom an order's email goes is read from the order
  -- when it is written; an alert's is known from the beginning.
  recipient text check (recipient ~ '^[^[:cntrl:][:space:]]+@[^[:cntrl:][:space:]]+$'),
  subject text check (subject ~ '\S' and subject !~ '[[:cntrl:]]'),
  text text,
  html text,
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  alert_id text references alerts on delete cascade,
  -- No reference: a backup holds emails, and no invitations.
  invitation_id text unique,
  message_id text references messages on delete cascade,
  -- An event received twice never sends two emails.
  unique (order_id, kind, occasion),
  constraint mail_outbox_alert_once unique (alert_id, recipient),
  constraint mail_outbox_of_message unique (message_id, kind, occasion),
  check ((state = 'sent') = (sent_at is not null)),
  check (state = 'waiting' or subject is not null),
  check (state <> 'sent' or recipient is not null),
  check ((subject is null) = (text is null) and (subject is null) = (html is null)),
  constraint mail_outbox_about
    check (num_nonnulls(order_id, alert_id, invitation_id, message_id) = 1),
  -- Kinds are a list of the program (`OrderMailKind` in app/.server/platform/db/schema.ts). The database
  -- checks what each is about, and the form of its name: a new kind needs no migration.
  constraint mail_outbox_kind_check check (
    case kind
      when 'alert' then alert_id is not null
      when 'invitation' then invitation_id is not null
      when 'message-staff' then message_id is not null
      when 'message-answer' then message_id is not null
      else order_id is not null and kind ~ '^order(-[a-z]+)+-(buyer|staff)$'
    end
  )
);

-- What the job looks for, every few seconds.
create index mail_outbox_due on mail_outbox (next_attempt_at) where state = 'waiting';
create index mail_outbox_failed on mail_outbox (created_at desc) where state = 'failed';
-- The preview of an email is about the order that such an email was sent about last.
create index mail_outbox_by_kind on mail_outbox (kind, created_at desc);

-- The text staff wrote for an email. Versions are only added, so that each earlier one can be read and
-- restored; one without text means the text that is built in.
create table mail_texts (
  id bigint generated always as identity primary key,
  kind text not null check (kind <> ''),
  version integer not null check (version > 0),
  subject text check (char_length(subject) between 1 and 120),
  body text check (char_length(body) between 1 and 10000),
  at timestamptz not null,
  by text not null check (by <> ''),
  unique (kind, version),
  check ((subject is null) = (body is null))
);
