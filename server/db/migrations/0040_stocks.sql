CREATE TABLE "stock_actions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"stock_id" bigint NOT NULL,
	"date" date NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"numerator" bigint NOT NULL,
	"denominator" bigint NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" text COLLATE "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_prices" (
	"stock_id" bigint NOT NULL,
	"date" date NOT NULL,
	"previous" bigint NOT NULL,
	"high" bigint NOT NULL,
	"low" bigint NOT NULL,
	"close" bigint NOT NULL,
	"volume" bigint NOT NULL,
	CONSTRAINT "stock_prices_stock_id_date_pk" PRIMARY KEY("stock_id","date")
);
--> statement-breakpoint
CREATE TABLE "stocks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"code" text COLLATE "C" NOT NULL,
	"company_name" text COLLATE "C" NOT NULL,
	"sector_id" bigint NOT NULL,
	"sectors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"board" text COLLATE "C",
	"is_syariah" boolean DEFAULT false NOT NULL,
	"listed_on" date,
	"listed_shares" bigint,
	"delisted_on" date,
	"logo" jsonb,
	"description" text COLLATE "C",
	CONSTRAINT "stocks_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
ALTER TABLE "stock_actions" ADD CONSTRAINT "stock_actions_stock_id_stocks_id_fk" FOREIGN KEY ("stock_id") REFERENCES "public"."stocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_prices" ADD CONSTRAINT "stock_prices_stock_id_stocks_id_fk" FOREIGN KEY ("stock_id") REFERENCES "public"."stocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocks" ADD CONSTRAINT "stocks_sector_id_stock_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."stock_sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_actions_day" ON "stock_actions" USING btree ("stock_id","date");--> statement-breakpoint
CREATE INDEX "stock_prices_date_stock_id_index" ON "stock_prices" USING btree ("date","stock_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stocks_code" ON "stocks" USING btree ("code");--> statement-breakpoint
CREATE INDEX "stocks_company_name_id_index" ON "stocks" USING btree ("company_name","id");--> statement-breakpoint
CREATE INDEX "stocks_sector_id_index" ON "stocks" USING btree ("sector_id");--> statement-breakpoint
CREATE INDEX "stocks_listed_on_id_index" ON "stocks" USING btree ("listed_on","id");--> statement-breakpoint
CREATE INDEX "stocks_created_at_id_index" ON "stocks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "stocks_sectors" ON "stocks" USING gin ("sectors" jsonb_path_ops);