-- No transaction changes these data: they are what they were at first.
SELECT
  360 * scale - (SELECT count(*) FROM customers) - (SELECT count(*) FROM suppliers) - (SELECT count(*) FROM parts)
    AS "faults.masterDataLost"
FROM dataset
