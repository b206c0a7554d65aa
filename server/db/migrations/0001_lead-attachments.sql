CREATE TABLE "lead_attachments" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"lead" bigint NOT NULL,
	"file" jsonb NOT NULL,
	CONSTRAINT "lead_attachments_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
ALTER TABLE "lead_attachments" ADD CONSTRAINT "lead_attachments_lead_leads_id_fk" FOREIGN KEY ("lead") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_attachments_lead_id_index" ON "lead_attachments" USING btree ("lead","id");