-- The joined fields of a reference are named after it.
ALTER TABLE "members" RENAME COLUMN "sales" TO "sales_id";--> statement-breakpoint
ALTER TABLE "members" RENAME CONSTRAINT "members_sales_users_id_fk" TO "members_sales_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "members_sales_created_at_id_index" RENAME TO "members_sales_id_created_at_id_index";--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "joined_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "joined_at" DROP NOT NULL;
