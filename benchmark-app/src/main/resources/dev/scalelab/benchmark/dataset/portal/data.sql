-- The initial content, computed from the row of table dataset only, without random numbers.
-- Sizes by scale S: 150 S customers, each with 5 orders and 2 tickets; ids count from 1. Of these, what belongs to the customers
-- of this database.
INSERT INTO customers (id, name)
SELECT id, 'Customer ' || id
FROM dataset, generate_series(first_customer, last_customer) AS id;

-- The numbers are sequential. Those of accepted orders are random UUIDs with version bits, so they never collide.
-- One minute between orders.
INSERT INTO orders (number, customer_id, ordered_at, status)
SELECT lpad(to_hex(n), 32, '0')::uuid, 1 + n % (150 * scale),
  timestamptz '2003-01-01 00:00:00+00' + n * interval '1 minute',
  (ARRAY['TAKEN', 'SHIPPED', 'DELIVERED'])[1 + n % 3]
FROM dataset, generate_series(1, 750 * scale) AS n
WHERE 1 + n % (150 * scale) BETWEEN first_customer AND last_customer;

INSERT INTO tickets (id, customer_id, status)
SELECT n, 1 + n % (150 * scale), (ARRAY['OPEN', 'ASSIGNED', 'CLOSED'])[1 + n % 3]
FROM dataset, generate_series(1, 300 * scale) AS n
WHERE 1 + n % (150 * scale) BETWEEN first_customer AND last_customer;
