CREATE TABLE "positions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"stock_id" bigint NOT NULL,
	"product" text COLLATE "C" NOT NULL,
	"trades" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"target" bigint,
	"stop_loss" bigint,
	"notes" text COLLATE "C",
	"held" bigint DEFAULT 0 NOT NULL,
	"cost_left" bigint DEFAULT 0 NOT NULL,
	"purchases" bigint DEFAULT 0 NOT NULL,
	"realised" bigint DEFAULT 0 NOT NULL,
	"last_sale" bigint,
	"opened_on" date,
	"closed_on" date,
	"is_open" boolean DEFAULT true NOT NULL,
	"has_sales" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "positions_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_stock_id_stocks_id_fk" FOREIGN KEY ("stock_id") REFERENCES "public"."stocks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "positions_open" ON "positions" USING btree ("stock_id","product") WHERE "positions"."is_open" and "positions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "positions_stock_id_index" ON "positions" USING btree ("stock_id");--> statement-breakpoint
CREATE INDEX "positions_opened_on_id_index" ON "positions" USING btree ("opened_on","id");--> statement-breakpoint
CREATE INDEX "positions_closed_on_id_index" ON "positions" USING btree ("closed_on","id");--> statement-breakpoint
CREATE INDEX "positions_created_at_id_index" ON "positions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "positions_updated_at_id_index" ON "positions" USING btree ("updated_at","id");