CREATE TABLE "ticker_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ticker_id" bigint NOT NULL,
	"on_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"on_by" text COLLATE "C",
	"off_at" timestamp (3) with time zone,
	"off_by" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "tickers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"text" text COLLATE "C" NOT NULL,
	"link" text COLLATE "C",
	"start" timestamp (3) with time zone NOT NULL,
	"end" timestamp (3) with time zone NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "tickers_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
ALTER TABLE "ticker_runs" ADD CONSTRAINT "ticker_runs_ticker_id_tickers_id_fk" FOREIGN KEY ("ticker_id") REFERENCES "public"."tickers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticker_runs_ticker_id_id_index" ON "ticker_runs" USING btree ("ticker_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticker_runs_open" ON "ticker_runs" USING btree ("ticker_id") WHERE "ticker_runs"."off_at" is null;--> statement-breakpoint
CREATE INDEX "tickers_start_index" ON "tickers" USING btree ("start");