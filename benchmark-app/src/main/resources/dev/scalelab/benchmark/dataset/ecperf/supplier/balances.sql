-- This domain's side of amounts on which two domains must agree, negated.
SELECT 'deliveries', 'part ' || part_id, -sum(quantity) FROM purchase_orders WHERE state = 'DELIVERED' GROUP BY part_id
UNION ALL
SELECT 'onOrder', 'part ' || part_id, -sum(quantity) FROM purchase_orders WHERE state IN ('OPEN', 'ACCEPTED') GROUP BY part_id
