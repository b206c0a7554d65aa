CREATE TABLE "revisions" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"section" text NOT NULL,
	"record" bigint NOT NULL,
	"version" integer NOT NULL,
	"is_kept" boolean NOT NULL,
	"values" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_audit_id_audit_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "revisions_version" ON "revisions" USING btree ("section","record","version");