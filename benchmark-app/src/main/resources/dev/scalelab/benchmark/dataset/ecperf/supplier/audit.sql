-- Every purchase order is delivered or open, or its supplier has refused it.
SELECT
  (SELECT count(*) FROM purchase_orders WHERE state = 'OPEN') AS "counts.purchaseOrdersOpen",
  (SELECT count(*) FROM purchase_orders WHERE state = 'ACCEPTED') AS "counts.purchaseOrdersAccepted",
  (SELECT count(*) FROM purchase_orders WHERE state = 'REFUSED') AS "counts.purchaseOrdersRefused",
  (SELECT count(*) FROM purchase_orders WHERE state = 'DELIVERED') AS "counts.purchaseOrdersDelivered",
  (SELECT coalesce(sum(failed_attempts), 0) FROM purchase_orders) AS "counts.supplierErrors",
  (SELECT count(*) FROM purchase_orders
    WHERE (state = 'DELIVERED') <> (delivered_at IS NOT NULL) OR (state = 'OPEN') <> (next_attempt_at IS NOT NULL))
    AS "faults.purchaseOrdersNeitherDeliveredNorOpen",
  (SELECT count(*) FROM purchase_orders, dataset
    WHERE part_id NOT BETWEEN 1 AND 200 * scale OR supplier_id <> 1 + part_id % (10 * scale))
    AS "faults.wrongSuppliers"
