CREATE TABLE "lead_import_rows" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"import_id" bigint NOT NULL,
	"lead_id" bigint NOT NULL,
	"lead_ref" uuid NOT NULL,
	"row" integer NOT NULL,
	"before" jsonb,
	"version" integer NOT NULL,
	"outcome" text,
	"name" text COLLATE "C",
	CONSTRAINT "lead_import_rows_import_id_lead_id_unique" UNIQUE("import_id","lead_id")
);
--> statement-breakpoint
CREATE TABLE "lead_imports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"created_by" text COLLATE "C",
	"file_name" text COLLATE "C" NOT NULL,
	"file" jsonb,
	"mapping" jsonb,
	"dry_run" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"duplicates" text NOT NULL,
	"defaults" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"next_part" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"failures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"file_problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lead_imports_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
ALTER TABLE "lead_import_rows" ADD CONSTRAINT "lead_import_rows_import_id_lead_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."lead_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD CONSTRAINT "lead_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_import_rows_import_id_outcome_id_index" ON "lead_import_rows" USING btree ("import_id","outcome","id");--> statement-breakpoint
CREATE INDEX "lead_imports_user_id_created_at_index" ON "lead_imports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "lead_imports_created_at_index" ON "lead_imports" USING btree ("created_at");