-- This domain's side of amounts on which two domains must agree: the pieces made to order, by order and item.
SELECT 'largeOrders', 'order ' || order_id || ' item ' || item_id, made_to_order FROM order_lines WHERE made_to_order > 0
