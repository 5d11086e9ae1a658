-- Sizes by scale S: 100 S items made of 200 S parts, five parts per item; all ids count from 1.
INSERT INTO assemblies (id)
SELECT id FROM dataset, generate_series(1, 100 * scale) AS id;

-- One to three pieces of each part. Steps of 17 do not repeat a part within five.
INSERT INTO bill_of_materials (assembly_id, part_id, quantity)
SELECT id, 1 + (id * 31::bigint + n * 17) % (200 * scale), 1 + (id + n) % 3
FROM dataset, generate_series(1, 100 * scale) AS id, generate_series(0, 4) AS n;

-- Between the reorder level and a lot above it, so that some parts run low from the start.
INSERT INTO inventory (part_id, on_hand, on_order, reorder_level, lot, opening_stock)
SELECT id, stock, 0, 200, 400, stock
FROM dataset
  CROSS JOIN LATERAL generate_series(1, 200 * scale) AS id
  CROSS JOIN LATERAL (SELECT 200 + id * 7919::bigint % 400) AS s (stock);

INSERT INTO finished_goods (item_id, on_hand)
SELECT id, 0 FROM assemblies;
