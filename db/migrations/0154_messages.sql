-- What visitors wrote in the contact form and the form for custom work, for those without a mail program, and
-- what staff answered.
-- breaking: an earlier version takes the mail about a message to be about an order.
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
    search_folded(name) || chr(10) || search_folded(email) || chr(10) || search_folded(subject)
  ) stored
);
create index messages_by_state on messages (state, received_at desc, id collate "C");
create index messages_latest on messages (received_at desc, id collate "C");
create index messages_of_buyer on messages (folded(email));
-- The search of the admin area finds what begins as typed.
create index messages_email_start on messages ((search_folded(email)) collate "C");
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

-- A mail is about an order, an alert, an invitation or a message; it is deleted with its message.
alter table mail_outbox add column message_id text references messages on delete cascade;
alter table mail_outbox add constraint mail_outbox_of_message unique (message_id, kind, occasion);
alter table mail_outbox drop constraint mail_outbox_about;
alter table mail_outbox add constraint mail_outbox_about
  check (num_nonnulls(order_id, alert_id, invitation_id, message_id) = 1);
alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  case kind
    when 'alert' then alert_id is not null
    when 'invitation' then invitation_id is not null
    when 'message-staff' then message_id is not null
    when 'message-answer' then message_id is not null
    else order_id is not null and kind ~ '^order(-[a-z]+)+-(buyer|staff)$'
  end
);
