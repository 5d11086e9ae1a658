SELECT 'newOrder', cart_number FROM orders, dataset WHERE id > 750 * scale
