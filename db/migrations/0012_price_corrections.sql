-- Staff correct a wrong gold price: quotes and unpaid orders made before the correction are void.

-- When the price was last corrected; a quote that does not know of this moment is void.
alter table gold_prices add column corrected_at timestamptz;

-- The last correction that was known to the quote an order was placed with; null: none.
alter table orders add column gold_corrected_at timestamptz;
