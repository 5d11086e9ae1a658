-- For every database of ECperf, whichever of the four domains are in it: drop all old tables, and describe the content.
DROP TABLE IF EXISTS unpassed_orders, order_lines, orders, items, parts, suppliers, customers, large_orders, work_orders, bill_of_materials,
  assemblies, inventory, finished_goods, purchase_orders, dataset;

-- One row that describes the content of this database. It is committed together with the data.
CREATE TABLE dataset (
  schema_version text NOT NULL,
  scale integer NOT NULL
);
