-- What staff wrote for search engines in place of the name and the description that the shop makes; empty: nothing.
alter table products
add column search_title text not null default ''
  constraint products_search_title check (char_length(search_title) <= 120),
add column search_description text not null default ''
  constraint products_search_description check (char_length(search_description) <= 320);

-- Addresses that the shop no longer answers, and where they lead. They are read only where a page would be missing, so
-- none hides a page.
create table redirects (
  -- Decoded, without a slash at its end.
  path text primary key check (path ~ '^/[^/]' and path !~ '[?#[:cntrl:]]' and char_length(path) <= 400),
  -- A path on this site, which may have a query and a fragment.
  target text not null check (target ~ '^/([^/\\]|$)' and char_length(target) <= 600 and target <> path),
  -- Email address of who added it; null: the shop did, when the web address of a product changed.
  made_by text,
  created_at timestamptz not null
);
create index redirects_target on redirects (target);

create constraint trigger raises_page_revision after insert or update or delete on redirects
deferrable initially deferred for each row execute function raise_page_revision('settings');
