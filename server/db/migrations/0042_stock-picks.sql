CREATE TABLE "member_inbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"member_id" bigint NOT NULL,
	"pick_id" bigint NOT NULL,
	"round" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "stock_picks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"stock_id" bigint NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"category" text COLLATE "C",
	"buy_price" jsonb,
	"target_price" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"stop_loss" bigint,
	"sell_price" bigint,
	"risk" text COLLATE "C",
	"horizon" integer,
	"reason" text COLLATE "C",
	"chart" jsonb,
	"open_buy_id" bigint,
	"status" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	"published_on" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"audience" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"send_push" boolean DEFAULT false NOT NULL,
	"push_count" integer DEFAULT 0 NOT NULL,
	"late" boolean DEFAULT false NOT NULL,
	CONSTRAINT "stock_picks_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
ALTER TABLE "member_inbox" ADD CONSTRAINT "member_inbox_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_inbox" ADD CONSTRAINT "member_inbox_pick_id_stock_picks_id_fk" FOREIGN KEY ("pick_id") REFERENCES "public"."stock_picks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_picks" ADD CONSTRAINT "stock_picks_stock_id_stocks_id_fk" FOREIGN KEY ("stock_id") REFERENCES "public"."stocks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_picks" ADD CONSTRAINT "stock_picks_open_buy_id_stock_picks_id_fk" FOREIGN KEY ("open_buy_id") REFERENCES "public"."stock_picks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "member_inbox_once" ON "member_inbox" USING btree ("pick_id","round","member_id");--> statement-breakpoint
CREATE INDEX "member_inbox_member_id_id_index" ON "member_inbox" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "stock_picks_published_on_id_index" ON "stock_picks" USING btree ("published_on","id");--> statement-breakpoint
CREATE INDEX "stock_picks_created_at_id_index" ON "stock_picks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "stock_picks_updated_at_id_index" ON "stock_picks" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "stock_picks_stock_id_published_on_id_index" ON "stock_picks" USING btree ("stock_id","published_on","id");--> statement-breakpoint
CREATE INDEX "stock_picks_kind_published_on_id_index" ON "stock_picks" USING btree ("kind","published_on","id");--> statement-breakpoint
CREATE INDEX "stock_picks_open_buy_id_index" ON "stock_picks" USING btree ("open_buy_id");