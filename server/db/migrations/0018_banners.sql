CREATE TABLE "testimonies" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"photo" jsonb,
	"product" text COLLATE "C",
	"text" text COLLATE "C" NOT NULL,
	"rating" integer,
	"video" text COLLATE "C",
	"is_show" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "testimonies_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "promotion_banners" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"image" jsonb NOT NULL,
	"segmentation" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"show" boolean DEFAULT true NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"end" timestamp (3) with time zone,
	"reference_type" text COLLATE "C" DEFAULT 'none' NOT NULL,
	"reference_url" text COLLATE "C",
	"content_id" bigint,
	"event_id" bigint,
	"onlineclass_id" bigint,
	"sort" integer NOT NULL,
	CONSTRAINT "promotion_banners_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE INDEX "testimonies_sort_id_index" ON "testimonies" USING btree ("sort","id");--> statement-breakpoint
CREATE INDEX "promotion_banners_sort_id_index" ON "promotion_banners" USING btree ("sort","id");