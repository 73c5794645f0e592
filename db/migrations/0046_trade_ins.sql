-- Pieces that their owners give back: recast, exchanged for another piece, or sold to the shop. A case has one
-- piece, and goes through the table of states in app/domain/trade-ins/trade-in.ts.

-- What the shop offers, at which rates, and what it asks of sellers. Versions are only added.
create table trade_in_terms (
  id bigint generated always as identity primary key,
  -- Which of recast, exchange and sell-back the shop offers.
  kinds text[] not null check (kinds <@ array['recast', 'exchange', 'sell-back']),
  -- Shares of the metal value in hundredths of a percent: 9000 is 90%.
  exchange_rate integer not null check (exchange_rate between 100 and 10000),
  sell_back_rate integer not null check (sell_back_rate between 100 and 10000),
  offer_days integer not null check (offer_days between 1 and 60),
  credit_days integer not null check (credit_days between 1 and 365),
  instructions text not null check (instructions ~ '\S' and char_length(instructions) <= 1000),
  -- States in which a trade-in reduces the taxable amount of the new piece, two letters each.
  tax_states text[] not null,
  -- By field of a seller's identity, the states that ask for it, or "all".
  identity_rules jsonb not null,
  -- Identities are deleted so many days after the case ended.
  retention_days integer not null check (retention_days between 30 and 3650),
  -- An owner said that a lawyer and an accountant read these terms.
  is_reviewed boolean not null,
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  -- A piece must not bring more money than credit.
  constraint trade_in_terms_rates_check check (sell_back_rate <= exchange_rate)
);
create trigger trade_in_terms_kept before update or delete on trade_in_terms
for each row execute function refuse_change();
create constraint trigger raises_page_revision after insert or update or delete on trade_in_terms
deferrable initially deferred for each row execute function raise_page_revision('settings');

-- What making a piece of a size costs the shop. Staff keep it; no page shows it to a buyer. No reference: a
-- piece is recast for life, also after its product was deleted.
create table production_costs (
  product_id text not null check (product_id ~ '\S'),
  size text not null check (size ~ '\S'),
  cost_cents bigint not null check (cost_cents >= 0),
  at timestamptz not null,
  by text not null check (by ~ '\S'),
  primary key (product_id, size)
);

create table trade_ins (
  id text primary key,
  -- For people: "Trade-in 12".
  number bigint generated always as identity unique,
  -- The last part of the address of the owner's page: 192 random bits.
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{32}$'),
  -- Of the form that began it: sent twice, it is one case.
  key text not null unique check (key ~ '\S'),
  livemode boolean not null,
  revision integer not null default 1 check (revision > 0),
  kind text not null check (kind in ('recast', 'exchange', 'sell-back')),
  state text not null check (state in ('requested', 'accepted', 'sent', 'received', 'weighed', 'offered',
    'agreed', 'working', 'returning', 'done', 'declined', 'canceled', 'lost', 'sent back')),
  -- The piece: its certificate, or what staff wrote of one that has none.
  certificate_id text references certificates,
  product_id text,
  name text not null check (name ~ '\S'),
  size text not null default '',
  serial text not null default '',
  stamped_mg bigint check (stamped_mg > 0),
  -- Its owner. Empty name and null email: erased, or never known of a person at the counter.
  owner_name text not null,
  email text,
  phone text not null default '',
  -- Where the owner lives, two letters: it says what is asked of a seller.
  region text check (region ~ '^[A-Z]{2}$'),
  -- Staff by email address; empty: the owner.
  asked_by text not null default '',
  asked_at timestamptz not null,
  note text not null default '',
  -- Until when the shop wants to do the next step; null: it waits for the owner or a carrier, or has ended.
  due_on date,
  accepted_at timestamptz,
  accepted_by text,
  instructions text not null default '',
  -- A prepaid label that staff sent with the instructions. One number is one label.
  label_carrier text check (label_carrier in ('ups', 'usps', 'fedex', 'dhl', 'other')),
  label_tracking text check (label_tracking ~ '\S'),
  label_cents bigint check (label_cents >= 0),
  -- How the owner sent it.
  sent_at timestamptz,
  carrier text check (carrier in ('ups', 'usps', 'fedex', 'dhl', 'other')),
  tracking text not null default '',
  received_at timestamptz,
  received_by text,
  -- By the scale and the XRF analyzer; fineness in tenths of a part per thousand.
  weighed_at timestamptz,
  weighed_by text,
  weighed_mg bigint check (weighed_mg > 0 and weighed_mg <= 100000000),
  fineness integer check (fineness between 1 and 10000),
  is_ours boolean,
  weight_note text not null default '',
  -- The latest offer; `offer` counts them, and the owner answers that one alone.
  offer integer not null default 0 check (offer >= 0),
  offered_at timestamptz,
  offered_by text,
  offer_cents bigint check (offer_cents >= 0),
  offer_per_gram numeric(20, 4) check (offer_per_gram > 0),
  -- In hundredths of a percent; null of a recast.
  offer_rate integer check (offer_rate between 100 and 10000),
  offer_until timestamptz,
  -- How it differs from the certificate; empty: it is as it was sold.
  difference text not null default '',
  agreed_at timestamptz,
  -- The order that its money is about: of a recast the one that is paid before work starts, of an exchange
  -- the latest that used the credit.
  order_id text references orders,
  -- When the credit of an exchange ends.
  credit_until timestamptz,
  sanctions_at timestamptz,
  sanctions_by text,
  -- How the piece went back to its owner.
  again_carrier text check (again_carrier in ('ups', 'usps', 'fedex', 'dhl', 'other')),
  again_tracking text not null default '',
  closed_at timestamptz,
  closed_by text,
  -- Read by the owner where it was declined or is sent back.
  closed_why text not null default '',
  constraint trade_ins_accepted_check check (num_nulls(accepted_at, accepted_by) in (0, 2)),
  constraint trade_ins_label_check check (num_nulls(label_carrier, label_tracking) in (0, 2)),
  constraint trade_ins_received_check check (num_nulls(received_at, received_by) in (0, 2)),
  constraint trade_ins_weighed_check check (
    num_nulls(weighed_at, weighed_by, weighed_mg, fineness, is_ours) in (0, 5)),
  constraint trade_ins_offered_check check (
    num_nulls(offered_at, offered_by, offer_cents, offer_per_gram, offer_until) in (0, 5)
    and (offered_at is null) = (offer = 0) and (kind = 'recast' or (offered_at is null) = (offer_rate is null))),
  constraint trade_ins_sanctions_check check (num_nulls(sanctions_at, sanctions_by) in (0, 2)),
  constraint trade_ins_closed_check check (
    num_nulls(closed_at, closed_by) in (0, 2)
    and (closed_at is not null) = (state in ('done', 'declined', 'canceled', 'lost', 'sent back'))),
  constraint trade_ins_steps_check check (
    (state not in ('received', 'weighed', 'offered', 'agreed', 'working', 'returning', 'done', 'sent back')
      or received_at is not null)
    and (state not in ('weighed', 'offered', 'agreed', 'working', 'done') or weighed_at is not null)
    and (state not in ('offered', 'agreed', 'working', 'done') or offered_at is not null)
    and (state not in ('agreed', 'working', 'done') or agreed_at is not null)
    and (state <> 'working' or (kind = 'recast' and order_id is not null))
    and (state <> 'agreed' or kind <> 'exchange' or credit_until is not null)),
  constraint trade_ins_why_check check (state not in ('declined', 'canceled', 'lost') or closed_why ~ '\S')
);
-- Nobody claims a piece twice: one open case for each certificate.
create unique index trade_ins_one_open on trade_ins (certificate_id)
where closed_at is null and certificate_id is not null;
create unique index trade_ins_one_label on trade_ins (label_tracking) where label_tracking is not null;
-- One recast is one order.
create unique index trade_ins_one_recast on trade_ins (order_id) where kind = 'recast' and order_id is not null;
create index trade_ins_by_state on trade_ins (livemode, state, due_on, number);
create index trade_ins_latest on trade_ins (livemode, number desc);
create index trade_ins_order on trade_ins (order_id) where order_id is not null;
create index trade_ins_owner on trade_ins (email_key(email));
-- What left for an owner as a recast is counted by the metal ledger.
create index trade_ins_recast on trade_ins (agreed_at) where kind = 'recast' and agreed_at is not null;

-- What was asked stays as it was; what the owner wrote may be erased.
create function keep_trade_in() returns trigger language plpgsql as $$
begin
  if (old.id, old.number, old.token, old.key, old.livemode, old.asked_at, old.asked_by)
      is distinct from (new.id, new.number, new.token, new.key, new.livemode, new.asked_at, new.asked_by)
    or (old.agreed_at is not null and new.agreed_at is not null and (old.offer_cents, old.weighed_mg, old.fineness)
      is distinct from (new.offer_cents, new.weighed_mg, new.fineness))
  then
    raise exception 'What a trade-in was agreed as is not changed';
  end if;
  return new;
end
$$;
create trigger trade_ins_kept before update on trade_ins
for each row execute function keep_trade_in();
create trigger trade_ins_kept_whole before delete on trade_ins
for each row execute function refuse_change();

-- Every step, and notes of staff.
create table trade_in_history (
  id bigint generated always as identity primary key,
  trade_in_id text not null references trade_ins,
  at timestamptz not null,
  actor text not null check (actor in ('owner', 'staff', 'shop')),
  -- Staff by email address.
  by text not null check (by ~ '\S'),
  -- The state after it; null: a note.
  state text,
  why text not null check (why ~ '\S')
);
create index trade_in_history_of on trade_in_history (trade_in_id, id);
create trigger trade_in_history_kept before update or delete on trade_in_history
for each row execute function refuse_change();

-- What the shop paid for gold outside of itself, by check or bank transfer.
create table trade_in_payouts (
  id text primary key,
  trade_in_id text not null references trade_ins,
  -- Of the form: sent twice, it is one payout.
  key text not null unique check (key ~ '\S'),
  kind text not null check (kind in ('check', 'bank transfer')),
  amount_cents bigint not null check (amount_cents > 0),
  -- What of the agreed sum it settles: the same, but where the rest of a credit is paid at the lower rate.
  settles_cents bigint not null check (settles_cents >= amount_cents),
  reference text not null check (reference ~ '\S'),
  paid_on date not null,
  -- Why an owner allowed it beyond the limit of purchases from the public; empty: it was within.
  override text not null default '',
  at timestamptz not null,
  by text not null check (by ~ '\S')
);
create index trade_in_payouts_of on trade_in_payouts (trade_in_id);
create index trade_in_payouts_at on trade_in_payouts (at);
create trigger trade_in_payouts_kept before update or delete on trade_in_payouts
for each row execute function refuse_change();

-- Who sold the gold, sealed with the shop's secret (app/.server/platform/sealed-text.ts). Deleted after the
-- retention time; that it was noted stays in the history.
create table trade_in_identities (
  trade_in_id text primary key references trade_ins,
  sealed text not null check (sealed ~ '\S'),
  at timestamptz not null,
  by text not null check (by ~ '\S')
);

-- The credit of an exchange is a payment of the new order, and names its trade-in.
alter table hand_payments drop constraint hand_payments_kind_check;
alter table hand_payments add constraint hand_payments_kind_check
  check (kind in ('cash', 'check', 'bank check', 'wire', 'trade-in'));
alter table hand_payments add column trade_in_id text references trade_ins;
-- Whether it reduces the taxable amount of its order, as the law of the order's state has it.
alter table hand_payments add column reduces_tax boolean not null default false;
alter table hand_payments add constraint hand_payments_trade_in_check
  check ((kind = 'trade-in') = (trade_in_id is not null) and (not reduces_tax or kind = 'trade-in'));
create index hand_payments_trade_in on hand_payments (trade_in_id) where trade_in_id is not null;

-- A piece that the shop bought back has a certificate that says so, and that ends.
alter table certificates drop constraint certificates_state_check;
alter table certificates add constraint certificates_state_check
  check (state in ('valid', 'lost', 'recast', 'revoked', 'returned'));
alter table certificate_events drop constraint certificate_events_event_check;
alter table certificate_events add constraint certificate_events_event_check
  check (event in ('lost', 'found', 'passed on', 'new code', 'recast', 'revoked', 'returned'));
create or replace function keep_certificate() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state not in ('recast', 'revoked', 'returned')
    and to_jsonb(old) - '{state,claim_hash}'::text[] = to_jsonb(new) - '{state,claim_hash}'::text[] then
    return new;
  end if;
  raise exception 'A certificate is kept as it was issued' using errcode = 'restrict_violation';
end
$$;
-- The first certificate of a recast piece belongs to the order of the recast and names the one before it.
alter table certificates drop constraint certificates_in_place_of_one;
alter table certificates add constraint certificates_in_place_of_one
  check (nth = 1 or replaces is not null);

-- Emails about a trade-in.
alter table mail_outbox add column trade_in_id text references trade_ins;
alter table mail_outbox add constraint mail_outbox_of_trade_in unique (trade_in_id, kind, occasion);
alter table mail_outbox drop constraint mail_outbox_about;
alter table mail_outbox add constraint mail_outbox_about
  check (num_nonnulls(order_id, alert_id, invitation_id, message_id, trade_in_id) = 1);
alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  case
    when kind = 'alert' then alert_id is not null
    when kind = 'invitation' then invitation_id is not null
    when kind in ('message-staff', 'message-answer') then message_id is not null
    when kind like 'trade-in-%' then trade_in_id is not null and kind ~ '^trade-in(-[a-z]+)+-(owner|staff)$'
    else order_id is not null and kind ~ '^order(-[a-z]+)+-(buyer|staff)$'
  end
);
