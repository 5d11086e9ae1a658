-- What this domain knows of figures that two domains must agree on.
SELECT 'largeOrders', 'order ' || id, 1 FROM orders WHERE large
