-- No transaction changes this data: it must be the initial data.
SELECT
  360 * scale - (SELECT count(*) FROM customers) - (SELECT count(*) FROM suppliers) - (SELECT count(*) FROM parts)
    AS "faults.masterDataLost"
FROM dataset
