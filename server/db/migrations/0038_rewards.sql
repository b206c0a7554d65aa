CREATE TABLE "lead_closings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"lead_id" bigint NOT NULL,
	"sales" bigint,
	"closed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rewards" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"period" text COLLATE "C" NOT NULL,
	"sales" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metric" text COLLATE "C" NOT NULL,
	"target" bigint NOT NULL,
	"prize" text COLLATE "C",
	"prize_amount" bigint,
	"fixed_value" bigint,
	"fixed_at" timestamp (3) with time zone,
	CONSTRAINT "rewards_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
ALTER TABLE "lead_closings" ADD CONSTRAINT "lead_closings_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_closings" ADD CONSTRAINT "lead_closings_sales_users_id_fk" FOREIGN KEY ("sales") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_closings_sales_closed_at_index" ON "lead_closings" USING btree ("sales","closed_at");--> statement-breakpoint
CREATE INDEX "lead_closings_lead_id_index" ON "lead_closings" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "rewards_created_at_id_index" ON "rewards" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "rewards_period_id_index" ON "rewards" USING btree ("period","id");--> statement-breakpoint
CREATE INDEX "rewards_name_id_index" ON "rewards" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "rewards_sales" ON "rewards" USING gin ("sales" jsonb_path_ops);