-- What happened since the reset, by transaction, and what does not make sense.
SELECT
  (SELECT count(*) FROM purchases) AS "done.session",
  (SELECT count(*) FROM purchases p WHERE NOT EXISTS (SELECT FROM purchase_lines WHERE purchase_id = p.id))
    AS "faults.purchasesOfNothing",
  (SELECT count(*) FROM purchases p
    WHERE total <> (SELECT coalesce(sum(copies * unit_price), 0) FROM purchase_lines WHERE purchase_id = p.id))
    AS "faults.wrongTotals"
