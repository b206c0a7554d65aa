CREATE TABLE "popup_promotions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"banner_url" jsonb NOT NULL,
	"landing_custom_id" bigint,
	"segmentation" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"campaign_start_date" timestamp (3) with time zone,
	"campaign_end_date" timestamp (3) with time zone,
	"frequency" text COLLATE "C" DEFAULT 'once' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "popup_promotions_ref_unique" UNIQUE("ref")
);
