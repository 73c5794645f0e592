-- A message is found, exported and erased by any spelling of its sender's address, as an order is since 0133.
drop index messages_of_buyer;
create index messages_of_buyer on messages (email_key(email));
drop index messages_email_start;
create index messages_email_start on messages ((search_folded(shown_email(email))) collate "C");

alter table messages drop column search_text;
alter table messages add column search_text text not null generated always as (
  search_folded(name) || chr(10) || search_folded(shown_email(email)) || chr(10) || search_folded(subject)
) stored;
