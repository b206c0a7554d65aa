CREATE TABLE "categories" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C",
	"model" text COLLATE "C" NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"sequence" integer NOT NULL,
	CONSTRAINT "categories_ref_unique" UNIQUE("ref"),
	CONSTRAINT "categories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE INDEX "categories_model_sequence_id_index" ON "categories" USING btree ("model","sequence","id");--> statement-breakpoint
CREATE INDEX "categories_name_id_index" ON "categories" USING btree ("name","id");