DROP INDEX "orders_counted";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "refunded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "banks_account_number_id_index" ON "banks" USING btree ("account_number","id");--> statement-breakpoint
CREATE INDEX "orders_refunded_id_index" ON "orders" USING btree ("refunded","id");--> statement-breakpoint
CREATE INDEX "orders_counted" ON "orders" USING btree ("paid_at","sales","total","refunded","id") WHERE "orders"."payment_status" = 'paid' and "orders"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_refunded" CHECK ("order_items"."refunded" >= 0 and "order_items"."refunded" <= "order_items"."price" * "order_items"."qty" - "order_items"."discount");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded" CHECK ("orders"."refunded" >= 0 and "orders"."refunded" <= "orders"."total");--> statement-breakpoint
-- What went back counts in reports of sales, so that a refund names the days of its order, too.
CREATE OR REPLACE FUNCTION note_changed_sales() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO sales_changes (date, day) SELECT DISTINCT dated.date, (dated.at AT TIME ZONE 'Asia/Jakarta')::date
      FROM ((SELECT id, sales, total, refunded, paid_at, order_date, created_at FROM rows_before WHERE payment_status = 'paid' AND deleted_at IS NULL
          EXCEPT SELECT id, sales, total, refunded, paid_at, order_date, created_at FROM rows_after WHERE payment_status = 'paid' AND deleted_at IS NULL)
        UNION ALL
        (SELECT id, sales, total, refunded, paid_at, order_date, created_at FROM rows_after WHERE payment_status = 'paid' AND deleted_at IS NULL
          EXCEPT SELECT id, sales, total, refunded, paid_at, order_date, created_at FROM rows_before WHERE payment_status = 'paid' AND deleted_at IS NULL)) AS changed
      CROSS JOIN LATERAL (VALUES ('paid_at', paid_at), ('order_date', order_date), ('created_at', created_at)) AS dated (date, at)
      WHERE dated.at IS NOT NULL;
  ELSE
    INSERT INTO sales_changes (date, day) SELECT DISTINCT dated.date, (dated.at AT TIME ZONE 'Asia/Jakarta')::date
      FROM changed_rows
      CROSS JOIN LATERAL (VALUES ('paid_at', paid_at), ('order_date', order_date), ('created_at', created_at)) AS dated (date, at)
      WHERE payment_status = 'paid' AND deleted_at IS NULL AND dated.at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
