CREATE TABLE "sales_by_person" (
	"roll_up" bigint NOT NULL,
	"sales_id" bigint NOT NULL,
	"points" bigint NOT NULL,
	"revenue" bigint NOT NULL,
	"orders" integer NOT NULL,
	"last_paid" timestamp (3) with time zone,
	CONSTRAINT "sales_by_person_roll_up_sales_id_pk" PRIMARY KEY("roll_up","sales_id")
);
--> statement-breakpoint
CREATE TABLE "sales_by_product" (
	"roll_up" bigint NOT NULL,
	"product_category" text COLLATE "C" NOT NULL,
	"product_id" bigint NOT NULL,
	"sales_id" bigint NOT NULL,
	"units" bigint NOT NULL,
	"revenue" bigint NOT NULL,
	"orders" integer NOT NULL,
	"first_lines" integer NOT NULL,
	"last_item" bigint NOT NULL,
	CONSTRAINT "sales_by_product_roll_up_product_category_product_id_sales_id_pk" PRIMARY KEY("roll_up","product_category","product_id","sales_id")
);
--> statement-breakpoint
CREATE TABLE "sales_changes" (
	"date" text COLLATE "C" NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_roll_ups" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"date" text COLLATE "C" NOT NULL,
	"unit" text COLLATE "C" NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	"item_revenue" bigint DEFAULT 0 NOT NULL,
	"item_orders" bigint DEFAULT 0 NOT NULL,
	"points" bigint DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sales_changes_date_day_index" ON "sales_changes" USING btree ("date","day");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_roll_ups_span" ON "sales_roll_ups" USING btree ("date","unit","first_day");--> statement-breakpoint
-- Whatever changes what a report of sales counts names the days, in its own transaction: the roll-ups of those count no more.
CREATE FUNCTION note_changed_sales() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO sales_changes (date, day) SELECT DISTINCT dated.date, (dated.at AT TIME ZONE 'Asia/Jakarta')::date
      FROM ((SELECT id, sales, total, paid_at, order_date, created_at FROM rows_before WHERE payment_status = 'paid' AND deleted_at IS NULL
          EXCEPT SELECT id, sales, total, paid_at, order_date, created_at FROM rows_after WHERE payment_status = 'paid' AND deleted_at IS NULL)
        UNION ALL
        (SELECT id, sales, total, paid_at, order_date, created_at FROM rows_after WHERE payment_status = 'paid' AND deleted_at IS NULL
          EXCEPT SELECT id, sales, total, paid_at, order_date, created_at FROM rows_before WHERE payment_status = 'paid' AND deleted_at IS NULL)) AS changed
      CROSS JOIN LATERAL (VALUES ('paid_at', paid_at), ('order_date', order_date), ('created_at', created_at)) AS dated (date, at)
      WHERE dated.at IS NOT NULL;
  ELSE
    INSERT INTO sales_changes (date, day) SELECT DISTINCT dated.date, (dated.at AT TIME ZONE 'Asia/Jakarta')::date
      FROM changed_rows
      CROSS JOIN LATERAL (VALUES ('paid_at', paid_at), ('order_date', order_date), ('created_at', created_at)) AS dated (date, at)
      WHERE payment_status = 'paid' AND deleted_at IS NULL AND dated.at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER note_made_orders AFTER INSERT ON "orders" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_sales();--> statement-breakpoint
CREATE TRIGGER note_deleted_orders AFTER DELETE ON "orders" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_sales();--> statement-breakpoint
CREATE TRIGGER note_changed_orders AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION note_changed_sales();--> statement-breakpoint
-- Lines are made with their order, which nobody else sees until then.
CREATE FUNCTION note_changed_lines() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO sales_changes (date, day) SELECT DISTINCT dated.date, (dated.at AT TIME ZONE 'Asia/Jakarta')::date
    FROM orders
    CROSS JOIN LATERAL (VALUES ('paid_at', paid_at), ('order_date', order_date), ('created_at', created_at)) AS dated (date, at)
    WHERE id IN (SELECT order_id FROM changed_rows) AND payment_status = 'paid' AND deleted_at IS NULL AND dated.at IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER note_made_lines AFTER INSERT ON "order_items" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_lines();--> statement-breakpoint
CREATE TRIGGER note_deleted_lines AFTER DELETE ON "order_items" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_lines();--> statement-breakpoint
CREATE TRIGGER note_changed_lines AFTER UPDATE ON "order_items" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_lines();--> statement-breakpoint
CREATE TRIGGER note_moved_lines AFTER UPDATE ON "order_items" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_lines();
