-- Numbers of the initial orders are sequential, and no UUID of a load generator.
SELECT 'order', number FROM orders
