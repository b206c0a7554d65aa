-- What was confirmed before its history was kept.
INSERT INTO "stock_action_log" ("stock_id", "event", "date", "kind", "numerator", "denominator", "created_at", "created_by")
SELECT "stock_id", 'confirmed', "date", "kind", "numerator", "denominator", "confirmed_at", "confirmed_by"
FROM "stock_actions" WHERE "confirmed_at" IS NOT NULL ORDER BY "confirmed_at", "id";
--> statement-breakpoint
-- Levels of open positions that one confirmed action moved and nobody entered anew since: what was entered is the tick that comes to them.
WITH "moves" AS (
	SELECT "positions"."id", min("stock_actions"."id") AS "action", min("numerator")::numeric / min("denominator") AS "factor"
	FROM "positions" JOIN "stock_actions" ON "stock_actions"."stock_id" = "positions"."stock_id"
		AND "confirmed_at" > "positions"."created_at" AND "numerator" > 0 AND "denominator" > 0
	WHERE "is_open" GROUP BY "positions"."id" HAVING count(*) = 1
), "levels" AS (
	SELECT "positions"."id", "action", "factor", "name", "now", "now" / "factor" AS "raw"
	FROM "positions" JOIN "moves" ON "moves"."id" = "positions"."id"
	CROSS JOIN LATERAL (VALUES ('target', "target"), ('stop_loss', "stop_loss")) AS "level" ("name", "now")
	WHERE "now" IS NOT NULL
), "before" AS (
	SELECT *, CASE WHEN "raw" > 4999 THEN 25 WHEN "raw" > 1999 THEN 10 WHEN "raw" > 499 THEN 5 WHEN "raw" > 199 THEN 2 ELSE 1 END AS "step" FROM "levels"
), "entered" AS (
	SELECT *, greatest(1, floor("raw" / "step" + 0.5) * "step") AS "entered" FROM "before"
), "again" AS (
	SELECT *, "entered" * "factor" AS "moved",
		CASE WHEN "entered" * "factor" > 4999 THEN 25 WHEN "entered" * "factor" > 1999 THEN 10 WHEN "entered" * "factor" > 499 THEN 5
			WHEN "entered" * "factor" > 199 THEN 2 ELSE 1 END AS "tick" FROM "entered"
)
UPDATE "positions" SET "moved" = "found"."moved" FROM (
	SELECT "id", jsonb_object_agg("name", jsonb_build_object('entered', "entered"::bigint, 'actions', jsonb_build_array("action"))) AS "moved"
	FROM "again" WHERE greatest(1, floor("moved" / "tick" + 0.5) * "tick") = "now" GROUP BY "id"
) AS "found" WHERE "found"."id" = "positions"."id";
