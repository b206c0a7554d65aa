-- Proofs were known by the names of their files, which phones give alike. They are known by the hash in their address.
DELETE FROM "order_proofs";--> statement-breakpoint
INSERT INTO "order_proofs" ("hash", "order_id")
SELECT DISTINCT split_part(file ->> 'url', '/', 3), "orders"."id"
FROM "orders", jsonb_array_elements("orders"."proof") AS file
WHERE split_part(file ->> 'url', '/', 3) ~ '^[0-9a-f]{64}$';--> statement-breakpoint
-- The warning stands where an earlier order has the same picture, and on no other.
UPDATE "orders" SET "flags" = ("flags" - 'proof_seen') || CASE WHEN EXISTS (
  SELECT 1 FROM "order_proofs" AS own JOIN "order_proofs" AS other ON other."hash" = own."hash" AND other."order_id" < own."order_id"
  WHERE own."order_id" = "orders"."id"
) THEN '["proof_seen"]'::jsonb ELSE '[]'::jsonb END
WHERE "flags" @> '["proof_seen"]'::jsonb OR "id" IN (SELECT "order_id" FROM "order_proofs");
