-- Sessions are known by a digest of their token's id (server/platform/tokens.ts), so that nobody presents what is stored here.
UPDATE "sessions" SET "jti" = left(encode(sha256(convert_to("jti"::text, 'UTF8')), 'hex'), 32)::uuid;--> statement-breakpoint
UPDATE "push_subscriptions" SET "jti" = left(encode(sha256(convert_to("jti", 'UTF8')), 'hex'), 32)::uuid::text;
