CREATE TABLE "import_failures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"import_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problems" jsonb NOT NULL,
	"size" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_failures" ADD CONSTRAINT "import_failures_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_failures_import_id_id_index" ON "import_failures" USING btree ("import_id","id");--> statement-breakpoint
INSERT INTO "import_failures" ("import_id", "row", "cells", "problems", "size")
SELECT "id", "row", "cells", "problems", length("cells"::text) FROM (
	SELECT i."id", (f ->> 'row')::int AS "row", min(at) AS "first",
		jsonb_object_agg(coalesce(f ->> 'field', ''), left(coalesce(f ->> 'value', ''), 200)) AS "cells",
		jsonb_agg(jsonb_build_object('field', f -> 'field', 'value', left(coalesce(f ->> 'value', ''), 200), 'problem', f -> 'problem') ORDER BY at) AS "problems"
	FROM "imports" i, jsonb_array_elements(i."failures") WITH ORDINALITY AS list(f, at)
	GROUP BY i."id", (f ->> 'row')::int
) AS rows ORDER BY "id", "first";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "failures";
