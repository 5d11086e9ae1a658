-- What this domain knows of figures that two domains must agree on.
SELECT 'largeOrders', 'order ' || id, large_lines FROM orders WHERE large_lines > 0
