-- This domain's side of amounts on which two domains must agree: pieces delivered, pieces on order, and pieces made to order,
-- by order and item.
SELECT 'deliveries', 'part ' || i.part_id, i.on_hand - i.opening_stock + coalesce(u.pieces, 0)
FROM inventory i
  LEFT JOIN (SELECT b.part_id, sum(w.quantity * b.quantity) AS pieces
    FROM work_orders w JOIN bill_of_materials b ON b.assembly_id = w.item_id AND w.cancelled_at IS NULL
    GROUP BY b.part_id) AS u ON u.part_id = i.part_id
UNION ALL
SELECT 'onOrder', 'part ' || part_id, on_order FROM inventory
UNION ALL
SELECT 'largeOrders', 'order ' || order_id || ' item ' || item_id, -sum(quantity) FROM large_orders GROUP BY order_id, item_id
