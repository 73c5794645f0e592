-- A wire's deadline counts bank days, since no bank sends a wire on a weekend or a holiday. How many, the
-- owner sets; each order keeps the moment it was promised. Orders from before keep their 36 hours.
alter table payment_settings add column wire_bank_days integer not null default 2
  check (wire_bank_days between 1 and 5);
alter table orders add column wire_due_by timestamptz;
update orders set wire_due_by = created_at + interval '36 hours' where pay_by = 'wire';
