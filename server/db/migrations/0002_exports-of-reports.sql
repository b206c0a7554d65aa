CREATE TABLE "report_exports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"user_id" bigint,
	"report" text COLLATE "C" NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"query" text COLLATE "C" DEFAULT '' NOT NULL,
	"rows" integer,
	"job_id" bigint
);
--> statement-breakpoint
ALTER TABLE "report_exports" ADD CONSTRAINT "report_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_exports" ADD CONSTRAINT "report_exports_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_exports_created_at_id_index" ON "report_exports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "messages_replies" ON "messages" USING btree ("created_at") WHERE is_admin and sender_id is not null;