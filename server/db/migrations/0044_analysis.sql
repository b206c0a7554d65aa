CREATE TABLE "analyses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"stock_id" bigint NOT NULL,
	"category_id" bigint,
	"body" text COLLATE "C" NOT NULL,
	"charts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"level" bigint,
	"is_breakout" boolean DEFAULT false NOT NULL,
	"alert_price" bigint,
	"alert_direction" text COLLATE "C",
	"alert_armed_on" date,
	"alert_fired_on" date,
	"alert_fired_at" timestamp (3) with time zone,
	"status" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	"published_at" timestamp (3) with time zone,
	"audience" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"post_id" bigint,
	CONSTRAINT "analyses_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_stock_id_stocks_id_fk" FOREIGN KEY ("stock_id") REFERENCES "public"."stocks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analyses_created_at_id_index" ON "analyses" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "analyses_updated_at_id_index" ON "analyses" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "analyses_published_at_id_index" ON "analyses" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "analyses_title_id_index" ON "analyses" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "analyses_stock_id_published_at_id_index" ON "analyses" USING btree ("stock_id","published_at","id");--> statement-breakpoint
CREATE INDEX "analyses_category_id_index" ON "analyses" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "analyses_post_id_index" ON "analyses" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "analyses_fired" ON "analyses" USING btree ("alert_fired_at","id");--> statement-breakpoint
CREATE INDEX "analyses_armed" ON "analyses" USING btree ("stock_id") WHERE "analyses"."alert_price" is not null and "analyses"."alert_fired_on" is null;--> statement-breakpoint
CREATE INDEX "analyses_search" ON "analyses" USING gin (lower("title" collate "default") gin_trgm_ops);