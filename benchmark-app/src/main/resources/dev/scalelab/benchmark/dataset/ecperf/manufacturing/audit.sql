-- Counts of the transactions done since the reset, and faults in the data. A planned line makes items for the store, the
-- large-order line for a customer's order: items of the former are in the store, items of the latter have left. The line of a
-- client's work order depends on whether large orders waited: a client knows how many it has completed, but not on which line.
-- A work order may be in progress at the end: its parts are taken, its items are not made yet. Parts of a cancelled one are back in
-- the store; their number is NULL, so not in the result, if there is none.
SELECT
  (SELECT count(*) FROM work_orders WHERE completed_at IS NOT NULL) AS "done.workOrder",
  (SELECT count(*) FROM work_orders WHERE completed_at IS NOT NULL AND large_order_id IS NOT NULL) AS "counts.largeWorkOrders",
  (SELECT nullif(count(*), 0) FROM work_orders WHERE cancelled_at IS NOT NULL) AS "done.cancelWorkOrder",
  (SELECT count(*) FROM work_orders WHERE completed_at IS NULL AND cancelled_at IS NULL) AS "counts.workOrdersUnderWay",
  (SELECT count(*) FROM work_orders WHERE cancelled_at IS NOT NULL AND (completed_at IS NOT NULL OR large_order_id IS NOT NULL))
    AS "faults.madeAndCancelled",
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
