CREATE TABLE "stock_sectors" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"code" text COLLATE "C",
	"icon" text COLLATE "C",
	CONSTRAINT "stock_sectors_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "stock_sectors_name" ON "stock_sectors" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "stock_sectors_code" ON "stock_sectors" USING btree (lower("code"));