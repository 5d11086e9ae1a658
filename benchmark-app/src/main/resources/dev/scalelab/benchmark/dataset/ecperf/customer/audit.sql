-- What happened since the reset, by transaction, and what does not make sense.
SELECT
  (SELECT count(*) FROM orders, dataset WHERE id > 750 * scale) AS "done.newOrder",
  (SELECT coalesce(sum(changes), 0) FROM orders) AS "done.changeOrder",
  (SELECT count(*) FROM orders WHERE large_lines > 0) AS "counts.largeOrders",
  (SELECT count(*) FROM order_lines l WHERE NOT EXISTS (SELECT FROM orders WHERE id = l.order_id))
    + (SELECT count(*) FROM orders, dataset WHERE customer_id NOT BETWEEN 1 AND 150 * scale)
    AS "faults.orphans",
  (SELECT 750 * scale FROM dataset)
    - (SELECT count(*) FROM orders, dataset WHERE id <= 750 * scale) AS "faults.ordersLost",
  (SELECT count(*) FROM orders o WHERE NOT EXISTS (SELECT FROM order_lines WHERE order_id = o.id))
    AS "faults.ordersWithoutLines",
  (SELECT count(*) FROM orders o
    WHERE total <> (SELECT coalesce(sum(quantity * unit_price), 0) FROM order_lines WHERE order_id = o.id))
    AS "faults.wrongTotals"
