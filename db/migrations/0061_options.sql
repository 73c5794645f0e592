-- What a buyer chooses beside the size, such as a chain length, a ring size, or a finish.

-- A list of choices, each with the name of its option, what it adds to the fee in cents and to the gold in
-- milligrams: [{"name": "Chain length", "choice": "20 in", "price": 2500, "mg": 400}].
alter table products
  add column options jsonb not null default '[]'
    constraint products_options check (jsonb_typeof(options) = 'array');

-- What was chosen, as it was sold. Weight, fee, and price of the line include what it adds, so the sums that
-- are hashed with the order hold as they are.
alter table order_lines
  add column options jsonb not null default '[]'
    constraint order_lines_options check (jsonb_typeof(options) = 'array');
