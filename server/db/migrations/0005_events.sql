CREATE TABLE "event_participants" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"event_id" bigint NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"phone" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C",
	"state" text COLLATE "C" DEFAULT 'registered' NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attended" boolean DEFAULT false NOT NULL,
	"attended_at" timestamp (3) with time zone,
	"registered_at" timestamp (3) with time zone,
	CONSTRAINT "event_participants_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "event_questions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"event_id" bigint NOT NULL,
	"question" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" DEFAULT 'text' NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"sort" integer,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "event_questions_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C",
	"cover" jsonb NOT NULL,
	"location" text COLLATE "C" NOT NULL,
	"link" text COLLATE "C" NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone NOT NULL,
	"speaker" text COLLATE "C",
	"quota" integer,
	"taken" integer DEFAULT 0 NOT NULL,
	"offered" integer DEFAULT 0 NOT NULL,
	"fee_type" text COLLATE "C" DEFAULT 'free' NOT NULL,
	"price" bigint,
	"description" text COLLATE "C",
	"audience" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"visibility" text COLLATE "C" DEFAULT 'private' NOT NULL,
	"reminders" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"highlight" integer,
	"duplicate_of" bigint,
	CONSTRAINT "events_ref_unique" UNIQUE("ref"),
	CONSTRAINT "events_seats" CHECK ("events"."taken" >= 0 and "events"."offered" >= 0 and "events"."taken" + "events"."offered" <= coalesce("events"."quota", "events"."taken" + "events"."offered"))
);
--> statement-breakpoint
ALTER TABLE "event_participants" ADD CONSTRAINT "event_participants_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_questions" ADD CONSTRAINT "event_questions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_duplicate_of_events_id_fk" FOREIGN KEY ("duplicate_of") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_participants_phone" ON "event_participants" USING btree ("phone","event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_participants_email" ON "event_participants" USING btree ("email","event_id");--> statement-breakpoint
CREATE INDEX "event_participants_event_id_created_at_id_index" ON "event_participants" USING btree ("event_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_participants_event_id_state_index" ON "event_participants" USING btree ("event_id","state");--> statement-breakpoint
CREATE INDEX "event_participants_created_at_id_index" ON "event_participants" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "event_participants_answers_index" ON "event_participants" USING gin ("answers");--> statement-breakpoint
CREATE INDEX "event_questions_event_id_sort_id_index" ON "event_questions" USING btree ("event_id","sort","id");--> statement-breakpoint
CREATE INDEX "event_questions_sort_id_index" ON "event_questions" USING btree ("sort","id");--> statement-breakpoint
CREATE INDEX "event_questions_sort_last" ON "event_questions" USING btree ("sort" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "events_slug" ON "events" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "events_start_at_id_index" ON "events" USING btree ("start_at","id");--> statement-breakpoint
CREATE INDEX "events_end_at_id_index" ON "events" USING btree ("end_at","id");--> statement-breakpoint
CREATE INDEX "events_title_id_index" ON "events" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "events_created_at_id_index" ON "events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "events_highlight_index" ON "events" USING btree ("highlight");--> statement-breakpoint
CREATE INDEX "events_duplicate_of_index" ON "events" USING btree ("duplicate_of");