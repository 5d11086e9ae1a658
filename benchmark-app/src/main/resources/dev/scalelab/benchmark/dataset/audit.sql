-- What happened since the reset, and whether the data still make sense.
SELECT
  (SELECT count(*) FROM orders, dataset WHERE id > 750 * scale) AS "ordersCreated",
  (SELECT coalesce(sum(changes), 0) FROM orders) AS "ordersChanged",
  (SELECT count(*) FROM order_lines) AS "orderLines",
  (SELECT count(*) FROM order_lines l WHERE NOT EXISTS (SELECT FROM orders WHERE id = l.order_id))
    + (SELECT count(*) FROM orders o WHERE NOT EXISTS (SELECT FROM customers WHERE id = o.customer_id))
    AS "orphans",
  (SELECT 750 * scale FROM dataset)
    - (SELECT count(*) FROM orders, dataset WHERE id <= 750 * scale) AS "ordersLost",
  (SELECT count(*) FROM orders o WHERE NOT EXISTS (SELECT FROM order_lines WHERE order_id = o.id))
    AS "ordersWithoutLines",
  (SELECT count(*) FROM orders o
    WHERE total <> (SELECT coalesce(sum(quantity * unit_price), 0) FROM order_lines WHERE order_id = o.id))
    AS "wrongTotals"
