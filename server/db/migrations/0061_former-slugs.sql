CREATE TABLE "former_slugs" (
	"section" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C" NOT NULL,
	"record" bigint NOT NULL,
	CONSTRAINT "former_slugs_section_slug_pk" PRIMARY KEY("section","slug")
);
--> statement-breakpoint
CREATE INDEX "former_slugs_section_record_index" ON "former_slugs" USING btree ("section","record");