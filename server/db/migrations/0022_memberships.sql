CREATE TABLE "product_terms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"section" text COLLATE "C" NOT NULL,
	"product" bigint NOT NULL,
	"variant" text COLLATE "C" DEFAULT '' NOT NULL,
	"price" bigint NOT NULL,
	"is_on" boolean NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"product" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" DEFAULT 'Regular' NOT NULL,
	"fee_type" text COLLATE "C" NOT NULL,
	"price" bigint,
	"discount_price" bigint,
	"duration_days" integer NOT NULL,
	"access_type" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"benefits" text COLLATE "C",
	"is_active" boolean DEFAULT true NOT NULL,
	"sort" double precision,
	CONSTRAINT "memberships_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE INDEX "product_terms_section_product_variant_since_id_index" ON "product_terms" USING btree ("section","product","variant","since","id");--> statement-breakpoint
CREATE INDEX "memberships_sort_id_index" ON "memberships" USING btree ("sort","id");--> statement-breakpoint
CREATE INDEX "memberships_name_id_index" ON "memberships" USING btree ("name","id");