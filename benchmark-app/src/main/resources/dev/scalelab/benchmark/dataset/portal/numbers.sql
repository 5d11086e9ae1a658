-- Numbers of the initial rows are sequential, and no UUID of a load generator.
SELECT 'order', number FROM orders
UNION ALL
SELECT 'createTicket', number FROM tickets
