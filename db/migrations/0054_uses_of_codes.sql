-- How often a discount code was used is counted while its row is locked, so the orders that ended unpaid are not read.
create index orders_uses_of_code
on orders (discount_code_id, livemode, email_key(coalesce(email, code_email)))
where discount_code_id is not null and state not in ('expired', 'cancelled');
