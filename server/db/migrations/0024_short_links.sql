CREATE TABLE "short_link_slugs" (
	"slug" text COLLATE "C" PRIMARY KEY NOT NULL,
	"link_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "short_links" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"slug" text COLLATE "C" NOT NULL,
	"title" text COLLATE "C",
	"target" text COLLATE "C" NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "short_links_ref_unique" UNIQUE("ref"),
	CONSTRAINT "short_links_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "short_link_visits" (
	"link_id" bigint NOT NULL,
	"visitor" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "short_link_visits_link_id_visitor_pk" PRIMARY KEY("link_id","visitor")
);
--> statement-breakpoint
ALTER TABLE "short_link_slugs" ADD CONSTRAINT "short_link_slugs_link_id_short_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."short_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "short_link_visits" ADD CONSTRAINT "short_link_visits_link_id_short_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."short_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "short_link_slugs_link_id_index" ON "short_link_slugs" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "short_link_visits_at_index" ON "short_link_visits" USING btree ("at");