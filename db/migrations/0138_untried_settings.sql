-- A key, mail server or place is tried before it is saved. One whose provider could not be reached is saved
-- when an owner insists, and shown as untried. What was saved before counts as tried: it is in use.
alter table saved_settings add column untried boolean not null default false;
