ALTER TABLE "member_alerts" DROP COLUMN "details";--> statement-breakpoint
ALTER TABLE "member_alerts" ADD COLUMN "ref" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "member_alerts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "member_alerts" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "member_alerts" ADD COLUMN "updated_by" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "member_alerts" ADD COLUMN "product" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "member_alerts" ADD COLUMN "detail" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "member_alerts_created_at_id_index" ON "member_alerts" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "member_alerts" ADD CONSTRAINT "member_alerts_ref_unique" UNIQUE("ref");