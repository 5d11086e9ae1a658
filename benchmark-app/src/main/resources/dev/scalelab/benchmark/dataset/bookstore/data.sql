-- The initial content, computed from the row of table dataset only, without random numbers.
-- Sizes by scale S: 150 S readers, 100 S books, no purchases; all ids count from 1.
INSERT INTO readers (id, name, pin)
SELECT id, 'Reader ' || id, id * 7919::bigint % 10000
FROM dataset, generate_series(1, 150 * scale) AS id;

-- Prices from 1.00 to 99.99; 7919 is prime, so that neighbouring books differ.
INSERT INTO books (id, title, author, price)
SELECT id, 'Book ' || id, 'Author ' || 1 + id % (20 * scale), 1 + (id * 7919::bigint % 9900) / 100.0
FROM dataset, generate_series(1, 100 * scale) AS id;
