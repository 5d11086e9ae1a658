-- What every database of ECperf holds, whichever of the four domains are in it: nothing of before, and what it is for.
DROP TABLE IF EXISTS order_lines, orders, items, parts, suppliers, customers, large_orders, work_orders, bill_of_materials,
  assemblies, inventory, finished_goods, purchase_orders, dataset;

-- One row that says what this database holds. It is committed together with the data.
CREATE TABLE dataset (
  schema_version text NOT NULL,
  scale integer NOT NULL
);
