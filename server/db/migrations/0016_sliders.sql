CREATE TABLE "sliders" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"image" jsonb NOT NULL,
	"link" text COLLATE "C",
	"placement" text COLLATE "C" DEFAULT 'home' NOT NULL,
	"sort" integer DEFAULT 1 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"campaign_start" timestamp (3) with time zone,
	"campaign_end" timestamp (3) with time zone,
	CONSTRAINT "sliders_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE INDEX "sliders_sort_id_index" ON "sliders" USING btree ("sort","id");