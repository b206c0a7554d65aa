CREATE TABLE "error_logs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"message" text COLLATE "C" NOT NULL,
	"code" text COLLATE "C",
	"at" text COLLATE "C",
	"detail" text COLLATE "C"
);
--> statement-breakpoint
CREATE INDEX "error_logs_created_at_index" ON "error_logs" USING btree ("created_at");