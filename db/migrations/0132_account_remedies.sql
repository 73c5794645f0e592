-- Remedies of an account: what they must end.
--
-- A cookie that names a known device was good for half a year whatever happened to the account. It
-- counts only where it was made after this moment; null: no device was ever forgotten.
alter table admins add column devices_known_from timestamptz;

-- The link "This wasn't me" in the mail to the present address cancels a pending change. Null for a
-- change that was requested before there were such links.
alter table admin_email_changes add column cancel_hash text unique;
