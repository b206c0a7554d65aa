CREATE TABLE "exchange_holidays" (
	"date" date PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_action_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"stock_id" bigint NOT NULL,
	"event" text COLLATE "C" NOT NULL,
	"date" date NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"numerator" bigint NOT NULL,
	"denominator" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C"
);
--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "moved" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_action_log" ADD CONSTRAINT "stock_action_log_stock_id_stocks_id_fk" FOREIGN KEY ("stock_id") REFERENCES "public"."stocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_action_log_stock_id_id_index" ON "stock_action_log" USING btree ("stock_id","id");