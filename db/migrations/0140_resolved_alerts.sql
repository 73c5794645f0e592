-- An alert about something that goes on, such as checkouts that Stripe refuses, ends when it is over.
alter table alerts add column resolved_at timestamptz;
