-- Staff corrected a mistyped email address, and whoever got the first emails kept reading the buyer's name and
-- address by their link. The token of the order is replaced with the address, and links that the shop signs for the
-- order (to pay, to answer a delay) carry how often: those from before are no longer accepted.
-- A program that does not know this file replaces no link, signs the links of such an order as before, and refuses
-- those that are right:
-- breaking

alter table orders add column link_version integer not null default 0 check (link_version >= 0);
