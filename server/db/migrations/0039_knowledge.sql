CREATE TABLE "knowledge" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"file" jsonb,
	"type" text COLLATE "C" NOT NULL,
	"size" bigint NOT NULL,
	"status" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"reason" text COLLATE "C",
	"chunks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "knowledge_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "knowledge_chunks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"knowledge_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"heading" text COLLATE "C",
	"page" integer,
	"content" text COLLATE "C" NOT NULL,
	"folded" text NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('indonesian'::regconfig, folded) || to_tsvector('simple'::regconfig, folded)) STORED
);
--> statement-breakpoint
ALTER TABLE "knowledge_chunks" ADD CONSTRAINT "knowledge_chunks_knowledge_id_knowledge_id_fk" FOREIGN KEY ("knowledge_id") REFERENCES "public"."knowledge"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_created_at_id_index" ON "knowledge" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "knowledge_status_id_index" ON "knowledge" USING btree ("status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_chunks_place" ON "knowledge_chunks" USING btree ("knowledge_id","position");--> statement-breakpoint
CREATE INDEX "knowledge_chunks_words" ON "knowledge_chunks" USING gin ("words");--> statement-breakpoint
CREATE INDEX "knowledge_chunks_similar" ON "knowledge_chunks" USING gin ("folded" gin_trgm_ops);