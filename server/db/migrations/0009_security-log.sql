CREATE TABLE "security_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"event" text COLLATE "C" NOT NULL,
	"user" bigint,
	"name" text COLLATE "C" NOT NULL,
	"address" text COLLATE "C",
	"detail" text COLLATE "C",
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "security_events_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE INDEX "security_events_created_at_id_index" ON "security_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "security_events_user_index" ON "security_events" USING btree ("user");