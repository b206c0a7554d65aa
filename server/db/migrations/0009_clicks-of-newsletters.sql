ALTER TABLE "newsletter_recipients" ADD COLUMN "clicked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD COLUMN "machine_clicked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD COLUMN "unsubscribed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "clicked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "machine_clicked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "unsubscribed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "leads" SET "search_text" = translate("search_text", '''’‘‛ʼʻ`´′＇', '') WHERE "search_text" ~ '[''’‘‛ʼʻ`´′＇]';--> statement-breakpoint
UPDATE "members" SET "search_text" = translate("search_text", '''’‘‛ʼʻ`´′＇', '') WHERE "search_text" ~ '[''’‘‛ʼʻ`´′＇]';--> statement-breakpoint
UPDATE "orders" SET "search_text" = translate("search_text", '''’‘‛ʼʻ`´′＇', '') WHERE "search_text" ~ '[''’‘‛ʼʻ`´′＇]';--> statement-breakpoint
UPDATE "rooms" SET "search_text" = translate("search_text", '''’‘‛ʼʻ`´′＇', '') WHERE "search_text" ~ '[''’‘‛ʼʻ`´′＇]';