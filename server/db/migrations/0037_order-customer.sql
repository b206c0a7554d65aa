ALTER TABLE "orders" DROP COLUMN "customer_name";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "customer_phone";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "customer_email";