-- Sizes by scale S: 150 S customers, 10 S suppliers, 200 S parts; all ids count from 1.
INSERT INTO customers (id, name, discount_percent)
SELECT id, 'Customer ' || id, id % 11
FROM dataset, generate_series(1, 150 * scale) AS id;

INSERT INTO suppliers (id, name)
SELECT id, 'Supplier ' || id
FROM dataset, generate_series(1, 10 * scale) AS id;

INSERT INTO parts (id, name, supplier_id)
SELECT id, 'Part ' || id, 1 + id % (10 * scale)
FROM dataset, generate_series(1, 200 * scale) AS id;
