-- What this domain knows of figures that two domains must agree on, taken from the other's.
SELECT 'deliveries', 'part ' || part_id, -sum(quantity) FROM purchase_orders WHERE state = 'DELIVERED' GROUP BY part_id
UNION ALL
SELECT 'onOrder', 'part ' || part_id, -sum(quantity) FROM purchase_orders WHERE state IN ('OPEN', 'ACCEPTED') GROUP BY part_id
