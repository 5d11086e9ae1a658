-- Counts of the transactions done since the reset, and faults in the data.
-- Numbers of accepted orders and created tickets are random (UUID, version 4); those of the initial ones are sequential, from 1.
SELECT
  (SELECT count(DISTINCT number) FROM orders WHERE number > '00000000-0000-0000-ffff-ffffffffffff') AS "done.order",
  (SELECT count(*) FROM tickets WHERE number > '00000000-0000-0000-ffff-ffffffffffff') AS "done.createTicket",
  (SELECT count(*) - count(DISTINCT number) FROM orders) AS "faults.ordersTwice",
  (SELECT count(*) FROM orders o WHERE NOT EXISTS (SELECT FROM customers WHERE id = o.customer_id))
    AS "faults.ordersWithoutCustomer",
  (SELECT 5 * (last_customer - first_customer + 1) FROM dataset)
    - (SELECT count(DISTINCT number) FROM orders WHERE number <= '00000000-0000-0000-ffff-ffffffffffff')
    AS "faults.ordersLost",
  (SELECT 2 * (last_customer - first_customer + 1) FROM dataset)
    - (SELECT count(*) FROM tickets WHERE number <= '00000000-0000-0000-ffff-ffffffffffff')
    AS "faults.ticketsLost",
  taken.orders AS "awaited.changes",
  taken.orders AS "faults.ordersNotExecuted"
FROM (
  SELECT count(*) AS orders FROM orders WHERE number > '00000000-0000-0000-ffff-ffffffffffff' AND status = 'TAKEN'
) AS taken
