CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"section" text NOT NULL,
	"record" bigint NOT NULL,
	"action" text NOT NULL,
	"user" bigint,
	"created_by" text COLLATE "C",
	"mutation" text,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_section_record_id_index" ON "audit" USING btree ("section","record","id");--> statement-breakpoint
CREATE INDEX "audit_created_at_index" ON "audit" USING brin ("created_at");