-- Every purchase order is delivered, open or refused by its supplier. An accepted one counts as open until it is due.
-- A delivery that failed because a server was busy is retried within seconds. If servers were busy until the end, some deliveries
-- are late when the run is audited: the audit waits up to half a minute in total for those that were due when it began.
SELECT
  (SELECT count(*) FROM purchase_orders WHERE state = 'OPEN') AS "counts.purchaseOrdersOpen",
  (SELECT count(*) FROM purchase_orders WHERE state = 'ACCEPTED') AS "counts.purchaseOrdersAccepted",
  (SELECT count(*) FROM purchase_orders WHERE state = 'REFUSED') AS "counts.purchaseOrdersRefused",
  (SELECT count(*) FROM purchase_orders WHERE state = 'DELIVERED') AS "counts.purchaseOrdersDelivered",
  (SELECT coalesce(sum(failed_attempts), 0) FROM purchase_orders) AS "counts.supplierErrors",
  (SELECT count(*) FROM purchase_orders
    WHERE (state = 'DELIVERED') <> (delivered_at IS NOT NULL) OR (state = 'OPEN') <> (next_attempt_at IS NOT NULL)
      OR state = 'ACCEPTED' AND due_at IS NULL OR state NOT IN ('OPEN', 'ACCEPTED', 'REFUSED', 'DELIVERED'))
    AS "faults.purchaseOrdersNeitherDeliveredNorOpen",
  (SELECT count(*) FROM purchase_orders
    WHERE state = 'ACCEPTED' AND due_at <= now() - current_setting('scalelab.waited')::interval)
    AS "faults.purchaseOrdersOverdue",
  (SELECT count(*) FROM purchase_orders
    WHERE state = 'ACCEPTED' AND due_at <= now() - current_setting('scalelab.waited')::interval)
    AS "awaited.deliveries",
  (SELECT count(*) FROM purchase_orders, dataset
    WHERE part_id NOT BETWEEN 1 AND 200 * scale OR supplier_id <> 1 + part_id % (10 * scale))
    AS "faults.wrongSuppliers"
