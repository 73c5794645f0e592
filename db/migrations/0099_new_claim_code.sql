-- An owner who lost the claim code of a certificate could never get another. Staff who have checked that the
-- piece is theirs make a new one, and the page of the certificate says when.
alter table certificate_events drop constraint certificate_events_event_check;
alter table certificate_events add constraint certificate_events_event_check
check (event in ('lost', 'found', 'passed on', 'new code', 'recast', 'revoked'));
