-- The initial content, computed from the row of table dataset only, without random numbers.
-- Sizes by scale S: 100 S items, 750 S orders of the 150 S customers; all ids count from 1.
-- Prices from 1.00 to 99.99; 7919 is prime, so that neighbouring items differ.
INSERT INTO items (id, name, price)
SELECT id, 'Item ' || id, 1 + (id * 7919::bigint % 9900) / 100.0
FROM dataset, generate_series(1, 100 * scale) AS id;

-- One to five lines per order. Steps of 17 do not repeat an item within five lines. The discount is the customer's.
CREATE TEMPORARY VIEW initial_lines AS
SELECT n AS order_id, c.id AS customer_id, c.id % 11 AS discount_percent, i.id AS item_id,
  1 + (n + line) % 10 AS quantity,
  round(i.price * (100 - c.id % 11) / 100, 2) AS unit_price
FROM dataset
  CROSS JOIN LATERAL generate_series(1, 750 * scale) AS n
  CROSS JOIN LATERAL generate_series(0, n % 5) AS line
  CROSS JOIN LATERAL (SELECT (1 + n * 7919::bigint % (150 * scale))::integer) AS c (id)
  JOIN items i ON i.id = 1 + (n * 31::bigint + line * 17) % (100 * scale);

-- The numbers of their carts are sequential. Those of later carts are random UUIDs with version bits, so they never collide.
-- One minute between orders.
INSERT INTO orders (id, cart_number, customer_id, ordered_at, discount_percent, total, changes)
SELECT order_id, lpad(to_hex(order_id), 32, '0')::uuid, customer_id, timestamptz '2005-01-01 00:00:00+00' + order_id * interval '1 minute',
  discount_percent, sum(quantity * unit_price), 0
FROM initial_lines
GROUP BY order_id, customer_id, discount_percent
ORDER BY order_id;

INSERT INTO order_lines (order_id, item_id, quantity, unit_price)
SELECT order_id, item_id, quantity, unit_price
FROM initial_lines
ORDER BY order_id, item_id;

DROP VIEW initial_lines;

SELECT setval(pg_get_serial_sequence('orders', 'id'), 750 * scale) FROM dataset;
