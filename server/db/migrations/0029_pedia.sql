CREATE TABLE "pedia_terms" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"term" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C",
	"definition" text COLLATE "C" NOT NULL,
	"related" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"image" jsonb,
	"status" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	CONSTRAINT "pedia_terms_ref_unique" UNIQUE("ref"),
	CONSTRAINT "pedia_terms_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE INDEX "pedia_terms_term_id_index" ON "pedia_terms" USING btree ("term","id");--> statement-breakpoint
CREATE INDEX "pedia_terms_related_index" ON "pedia_terms" USING gin ("related");