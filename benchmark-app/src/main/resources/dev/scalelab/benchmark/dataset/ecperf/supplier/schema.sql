-- The tables of ECperf's supplier domain. The entities of the application match them. Parts and suppliers belong to the
-- corporate domain, which may be in another database: their ids are not foreign keys here.
CREATE TABLE purchase_orders (
  number uuid PRIMARY KEY,
  part_id integer NOT NULL,
  supplier_id integer NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  state varchar(10) NOT NULL,
  raised_at timestamp with time zone NOT NULL,
  next_attempt_at timestamp with time zone,
  failed_attempts integer NOT NULL,
  delivered_at timestamp with time zone,
  due_at timestamp with time zone
);

CREATE INDEX purchase_orders_to_send ON purchase_orders (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
