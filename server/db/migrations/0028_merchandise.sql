CREATE TABLE "merchandise" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"sku" text COLLATE "C" NOT NULL,
	"image" jsonb NOT NULL,
	"description" text COLLATE "C",
	"price" bigint NOT NULL,
	"stock" integer DEFAULT 0 NOT NULL,
	"weight_grams" integer,
	"variants" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "merchandise_ref_unique" UNIQUE("ref"),
	CONSTRAINT "merchandise_sku_unique" UNIQUE("sku")
);
--> statement-breakpoint
CREATE INDEX "merchandise_created_at_id_index" ON "merchandise" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "merchandise_name_id_index" ON "merchandise" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "merchandise_price_id_index" ON "merchandise" USING btree ("price","id");--> statement-breakpoint
CREATE INDEX "merchandise_stock_id_index" ON "merchandise" USING btree ("stock","id");