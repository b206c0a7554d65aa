ALTER TABLE "lead_closings" DROP CONSTRAINT "lead_closings_sales_users_id_fk";
--> statement-breakpoint
ALTER TABLE "lead_closings" ADD CONSTRAINT "lead_closings_sales_users_id_fk" FOREIGN KEY ("sales") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
UPDATE "members" SET "sales_id" = NULL WHERE "erased_at" IS NOT NULL AND "sales_id" IS NOT NULL;
