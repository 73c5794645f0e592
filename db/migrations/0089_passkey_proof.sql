-- A challenge that any session may ask for, to confirm by a passkey, also added one: whoever had a
-- session alone could keep a way in. A passkey is now added only by a challenge that was made after
-- password and code, or another passkey, were shown. One that was under way is asked for again.
alter table passkey_challenges add column adds_passkey boolean not null default false;
