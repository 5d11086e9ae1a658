-- Counts of the transactions done since the reset, and faults in the data. An order's total is the checksum of its lines; their
-- prices are the items' prices less the customer's discount, computed as in the corporate domain's data.sql. Orders that were
-- cancelled are not new orders: a client's transaction places and cancels them. NULL, so not in the result, if there is none.
SELECT
  (SELECT count(*) FROM orders, dataset WHERE id > 750 * scale AND cancelled_at IS NULL) AS "done.newOrder",
  (SELECT nullif(count(*), 0) FROM orders WHERE cancelled_at IS NOT NULL) AS "done.cancelOrder",
  (SELECT count(*) FROM orders WHERE cancelled_at IS NOT NULL AND large_lines > 0) AS "faults.largeOrdersCancelled",
  (SELECT coalesce(sum(changes), 0) FROM orders) AS "done.changeOrder",
  (SELECT count(*) FROM orders WHERE large_lines > 0) AS "counts.largeOrders",
  (SELECT count(*) FROM unpassed_orders) AS "awaited.largeOrders",
  (SELECT count(*) FROM order_lines l WHERE NOT EXISTS (SELECT FROM orders WHERE id = l.order_id))
    + (SELECT count(*) FROM orders, dataset WHERE customer_id NOT BETWEEN 1 AND 150 * scale)
    AS "faults.orphans",
  (SELECT 750 * scale FROM dataset)
    - (SELECT count(*) FROM orders, dataset WHERE id <= 750 * scale) AS "faults.ordersLost",
  (SELECT count(*) - count(DISTINCT cart_number) FROM orders) AS "faults.ordersTwice",
  (SELECT count(*) FROM orders o WHERE NOT EXISTS (SELECT FROM order_lines WHERE order_id = o.id))
    AS "faults.ordersWithoutLines",
  (SELECT count(*) FROM orders o
    WHERE total <> (SELECT coalesce(sum(quantity * unit_price), 0) FROM order_lines WHERE order_id = o.id))
    AS "faults.wrongTotals",
  (SELECT count(*) FROM order_lines l JOIN orders o ON o.id = l.order_id JOIN items i ON i.id = l.item_id
    WHERE o.discount_percent <> o.customer_id % 11
      OR l.unit_price <> round(i.price * (100 - o.discount_percent) / 100, 2))
    AS "faults.wrongPrices",
  (SELECT count(*) FROM orders o
    WHERE large_lines <> (SELECT count(*) FROM order_lines WHERE order_id = o.id AND made_to_order > 0))
    AS "faults.largeOrdersInPart",
  (SELECT 100 * scale FROM dataset) - (SELECT count(*) FROM items) AS "faults.itemsLost"
