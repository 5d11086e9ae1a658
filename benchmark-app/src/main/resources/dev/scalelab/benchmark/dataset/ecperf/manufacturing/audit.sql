-- What happened since the reset, by transaction, and what does not make sense. A planned line makes items for the store, the
-- large-order line for one customer's order: what the first has made is there, what the second has made has left. Which of the two
-- a client's work order was depends on what waited: a client knows how many it has completed, and not of which line.
-- A work order may be under way at the end: its parts are taken, its items not made yet.
SELECT
  (SELECT count(*) FROM work_orders WHERE completed_at IS NOT NULL) AS "done.workOrder",
  (SELECT count(*) FROM work_orders WHERE completed_at IS NOT NULL AND large_order_id IS NOT NULL) AS "counts.largeWorkOrders",
  (SELECT count(*) FROM work_orders WHERE completed_at IS NULL) AS "counts.workOrdersUnderWay",
  (SELECT count(*) FROM large_orders WHERE state = 'WAITING') AS "counts.largeOrderLinesWaiting",
  (SELECT count(*) FROM work_orders WHERE completed_at IS NOT NULL AND station <> 3) AS "faults.stationsSkipped",
  (SELECT count(*) FROM finished_goods f
    FULL JOIN (SELECT item_id, sum(quantity) AS pieces FROM work_orders
      WHERE completed_at IS NOT NULL AND large_order_id IS NULL GROUP BY item_id) AS made USING (item_id)
    WHERE on_hand IS DISTINCT FROM coalesce(pieces, 0))
    AS "faults.finishedGoods",
  (SELECT count(*) FROM large_orders l LEFT JOIN work_orders w ON w.large_order_id = l.id
    WHERE (l.state = 'SHIPPED') <> (w.completed_at IS NOT NULL)
      OR (l.state = 'WAITING') <> (w.id IS NULL)
      OR (l.state = 'SHIPPED') <> (l.due_at IS NULL)
      OR w.item_id <> l.item_id OR w.quantity <> l.quantity)
    AS "faults.largeOrdersNotAsMade",
  (SELECT count(*) - count(DISTINCT large_order_id) FROM work_orders WHERE large_order_id IS NOT NULL)
    AS "faults.largeOrdersMadeTwice",
  (SELECT 200 * scale FROM dataset) - (SELECT count(*) FROM inventory) AS "faults.partsLost"
