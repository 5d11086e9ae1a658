-- The initial content, computed from the row of table dataset only, without random numbers.
-- Sizes by scale S: 150 S customers, each with 5 orders and 2 tickets; ids count from 1. Of these, what belongs to the customers
-- of this database.
INSERT INTO customers (id, name)
SELECT id, 'Customer ' || id
FROM dataset, generate_series(first_customer, last_customer) AS id;

-- The customer of order n is 1 + n % C of C customers, so those of the customers of this database are a range in each round of C.
-- The numbers are sequential, and so are those of tickets. Those of accepted orders are random UUIDs with version bits, so they never collide.
-- One minute between orders.
INSERT INTO orders (number, customer_id, ordered_at, status)
SELECT lpad(to_hex(n), 32, '0')::uuid, 1 + n % (150 * scale),
  timestamptz '2003-01-01 00:00:00+00' + n * interval '1 minute',
  (ARRAY['TAKEN', 'SHIPPED', 'DELIVERED'])[1 + n % 3]
FROM dataset, generate_series(0, 5) AS round, generate_series(
  greatest(round * 150 * scale + first_customer - 1, 1), least(round * 150 * scale + last_customer - 1, 750 * scale)) AS n;

INSERT INTO tickets (number, customer_id, opened_at, status)
SELECT lpad(to_hex(n), 32, '0')::uuid, 1 + n % (150 * scale),
  timestamptz '2003-01-01 00:00:00+00' + n * interval '1 minute',
  (ARRAY['OPEN', 'ASSIGNED', 'CLOSED'])[1 + n % 3]
FROM dataset, generate_series(0, 2) AS round, generate_series(
  greatest(round * 150 * scale + first_customer - 1, 1), least(round * 150 * scale + last_customer - 1, 300 * scale)) AS n;
