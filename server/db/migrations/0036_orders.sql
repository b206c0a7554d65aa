ALTER TABLE "orders" ALTER COLUMN "member_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "order_date" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "phone" text COLLATE "C" NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "trashed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "orders_phone_created_at_id_index" ON "orders" USING btree ("phone","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_items" ON "orders" USING gin ("items" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "orders_bank_id_index" ON "orders" USING btree ("bank","id");--> statement-breakpoint
CREATE INDEX "orders_campaign_id_id_index" ON "orders" USING btree ("campaign_id","id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_given" CHECK ("orders"."member_id" is not null and "orders"."order_date" is not null);