-- Once an order was shipped or handed over, nothing about its buyer could be corrected or added, though the receipt
-- and Form 8300 need name and address. Where it was shipped to stays as it was; this is the address of the buyer,
-- where it is another: null means the one it is shipped to.
alter table orders add column billing_address jsonb check (jsonb_typeof(billing_address) = 'object');

-- As it was until a correction.
alter table order_addresses add column billing_address jsonb check (jsonb_typeof(billing_address) = 'object');

-- Found by the phone number that was corrected, from the front and from the end (0010).
create index orders_billing_phone_start on orders ((phone_digits(billing_address ->> 'phone')) collate "C")
where billing_address ->> 'phone' is not null;
create index orders_billing_phone_end
on orders ((reverse(phone_digits(billing_address ->> 'phone'))) collate "C")
where billing_address ->> 'phone' is not null;
