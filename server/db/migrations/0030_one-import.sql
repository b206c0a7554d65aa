ALTER TABLE "import_rows" ADD COLUMN "record_ref" uuid;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "name" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "in_parts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "next_part" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "defaults" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "import_rows_import_id_outcome_id_index" ON "import_rows" USING btree ("import_id","outcome","id");--> statement-breakpoint
UPDATE "imports" SET "failures" = (
	SELECT jsonb_agg(jsonb_build_object('row', f -> 'row', 'field', f -> 'field', 'value', coalesce(f -> 'value', '""'),
		'problem', jsonb_build_object('code', f -> 'code', 'message', f -> 'message')) ORDER BY at)
	FROM jsonb_array_elements("failures") WITH ORDINALITY AS list(f, at)
) WHERE "failures" <> '[]';--> statement-breakpoint
-- An import of leads that its device sends in parts goes on where it was. A file that a job was half-way through would be read into other parts, so it ends there.
INSERT INTO "imports" ("ref", "section", "user_id", "created_by", "file_name", "file", "mapping", "in_parts", "next_part", "defaults", "duplicates", "dry_run",
	"state", "total", "created", "updated", "skipped", "failed", "undone", "kept", "failures", "problem_code", "created_at", "changed_at")
SELECT "ref", 'leads', "user_id", "created_by", "file_name", "file", "mapping", "file" IS NULL, "next_part", "defaults", "duplicates", "dry_run",
	CASE WHEN "state" = 'running' AND "file" IS NOT NULL AND "next_part" > 0 THEN 'cancelled' ELSE "state" END,
	"total", "created", "updated", "skipped", "failed", "undone", "kept", "failures", "file_problem", "created_at", "changed_at"
FROM "lead_imports" ORDER BY "id";--> statement-breakpoint
INSERT INTO "import_rows" ("import_id", "record", "record_ref", "row", "before", "version", "outcome", "name")
SELECT i."id", r."lead_id", r."lead_ref", r."row", r."before", r."version", r."outcome", r."name"
FROM "lead_import_rows" r JOIN "lead_imports" l ON l."id" = r."import_id" JOIN "imports" i ON i."ref" = l."ref" ORDER BY r."id";--> statement-breakpoint
UPDATE "jobs" SET "kind" = 'import', "key" = 'import ' || i."ref", "input" = jsonb_build_object('import', i."id")
FROM "lead_imports" l JOIN "imports" i ON i."ref" = l."ref"
WHERE "jobs"."kind" = 'lead-import' AND ("jobs"."input" ->> 'import')::bigint = l."id";--> statement-breakpoint
DROP TABLE "lead_import_rows" CASCADE;--> statement-breakpoint
DROP TABLE "lead_imports" CASCADE;