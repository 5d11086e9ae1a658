-- Counts of the transactions done since the reset, and faults in the data.
SELECT
  (SELECT count(*) FROM purchases) AS "done.session",
  (SELECT count(*) - count(DISTINCT basket_number) FROM purchases) AS "faults.purchasesTwice",
  (SELECT count(*) FROM purchases p WHERE NOT EXISTS (SELECT FROM purchase_lines WHERE purchase_id = p.id))
    AS "faults.purchasesOfNothing",
  (SELECT count(*) FROM purchases p
    WHERE total <> (SELECT coalesce(sum(copies * unit_price), 0) FROM purchase_lines WHERE purchase_id = p.id))
    AS "faults.wrongTotals",
  (SELECT count(*) FROM purchase_lines l JOIN books b ON b.id = l.book_id WHERE l.unit_price <> b.price)
    AS "faults.wrongPrices"
