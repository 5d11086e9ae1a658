-- What this domain knows of figures that two domains must agree on: the pieces that are made to order, by order and item.
SELECT 'largeOrders', 'order ' || order_id || ' item ' || item_id, made_to_order FROM order_lines WHERE made_to_order > 0
