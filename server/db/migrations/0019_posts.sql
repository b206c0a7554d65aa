CREATE TABLE "media" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"image" jsonb NOT NULL,
	"name" text COLLATE "C",
	CONSTRAINT "media_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C",
	"category_id" bigint,
	"type" text COLLATE "C" DEFAULT 'article' NOT NULL,
	"publish_to" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	"cover" jsonb,
	"video" jsonb,
	"hashtags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"access" text COLLATE "C" DEFAULT 'free' NOT NULL,
	"status" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	"published_at" timestamp (3) with time zone,
	"meta_title" text COLLATE "C",
	"meta_description" text COLLATE "C",
	"view_count" integer DEFAULT 0 NOT NULL,
	"is_breakout" boolean DEFAULT false NOT NULL,
	CONSTRAINT "posts_ref_unique" UNIQUE("ref"),
	CONSTRAINT "posts_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_created_at_id_index" ON "media" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "posts_created_at_id_index" ON "posts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "posts_updated_at_id_index" ON "posts" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "posts_published_at_id_index" ON "posts" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "posts_title_id_index" ON "posts" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "posts_view_count_id_index" ON "posts" USING btree ("view_count","id");--> statement-breakpoint
CREATE INDEX "posts_status_created_at_id_index" ON "posts" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "posts_category_id_created_at_id_index" ON "posts" USING btree ("category_id","created_at","id");--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin (lower("title" collate "default") gin_trgm_ops);