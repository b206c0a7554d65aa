CREATE TABLE "lesson_progress" (
	"member_id" bigint NOT NULL,
	"category" text COLLATE "C" NOT NULL,
	"product_id" bigint NOT NULL,
	"lesson" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lesson_progress_member_id_category_product_id_lesson_pk" PRIMARY KEY("member_id","category","product_id","lesson"),
	CONSTRAINT "lesson_progress_position" CHECK ("lesson_progress"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "online_classes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"category" bigint NOT NULL,
	"teacher" text COLLATE "C",
	"cover" jsonb NOT NULL,
	"description" text COLLATE "C",
	"fee_type" text COLLATE "C" DEFAULT 'free' NOT NULL,
	"price" bigint,
	"access_type" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"lesson_count" integer DEFAULT 0 NOT NULL,
	"minutes" integer DEFAULT 0 NOT NULL,
	"is_show" boolean DEFAULT false NOT NULL,
	CONSTRAINT "online_classes_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "programs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C",
	"category" bigint,
	"cover" jsonb NOT NULL,
	"description" text COLLATE "C",
	"level" text COLLATE "C",
	"lessons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"lesson_count" integer DEFAULT 0 NOT NULL,
	"minutes" integer DEFAULT 0 NOT NULL,
	"price" bigint,
	"is_show" boolean DEFAULT false NOT NULL,
	"sort" integer,
	CONSTRAINT "programs_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
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
	"admissions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ticket" integer DEFAULT 1 NOT NULL,
	"registered_at" timestamp (3) with time zone,
	"language" text COLLATE "C" DEFAULT 'id' NOT NULL,
	"waiting_at" timestamp (3) with time zone,
	"offered_until" timestamp (3) with time zone,
	"order_id" bigint,
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
CREATE TABLE "event_reminders" (
	"event_id" bigint NOT NULL,
	"hours" integer NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_reminders_event_id_hours_start_at_pk" PRIMARY KEY("event_id","hours","start_at")
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
	"page_key" text COLLATE "C" DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"highlight" integer,
	"duplicate_of" bigint,
	CONSTRAINT "events_ref_unique" UNIQUE("ref"),
	CONSTRAINT "events_seats" CHECK ("events"."taken" >= 0 and "events"."offered" >= 0 and "events"."taken" + "events"."offered" <= coalesce("events"."quota", "events"."taken" + "events"."offered"))
);
--> statement-breakpoint
CREATE TABLE "sales_by_person" (
	"roll_up" bigint NOT NULL,
	"sales_id" bigint NOT NULL,
	"points" bigint NOT NULL,
	"revenue" bigint NOT NULL,
	"orders" integer NOT NULL,
	"last_paid" timestamp (3) with time zone,
	CONSTRAINT "sales_by_person_roll_up_sales_id_pk" PRIMARY KEY("roll_up","sales_id")
);
--> statement-breakpoint
CREATE TABLE "sales_by_product" (
	"roll_up" bigint NOT NULL,
	"product_category" text COLLATE "C" NOT NULL,
	"product_id" bigint NOT NULL,
	"sales_id" bigint NOT NULL,
	"units" bigint NOT NULL,
	"revenue" bigint NOT NULL,
	"orders" integer NOT NULL,
	"first_lines" integer NOT NULL,
	"last_item" bigint NOT NULL,
	CONSTRAINT "sales_by_product_roll_up_product_category_product_id_sales_id_pk" PRIMARY KEY("roll_up","product_category","product_id","sales_id")
);
--> statement-breakpoint
CREATE TABLE "sales_changes" (
	"date" text COLLATE "C" NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_roll_ups" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"date" text COLLATE "C" NOT NULL,
	"unit" text COLLATE "C" NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	"item_revenue" bigint DEFAULT 0 NOT NULL,
	"item_orders" bigint DEFAULT 0 NOT NULL,
	"points" bigint DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staged_pieces" (
	"owner" uuid NOT NULL,
	"sha256" text NOT NULL,
	"at" bigint NOT NULL,
	"length" integer NOT NULL,
	"digest" text NOT NULL,
	"written_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staged_pieces_owner_sha256_at_pk" PRIMARY KEY("owner","sha256","at")
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"sha256" text NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"size" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"percent" integer,
	"reason" text,
	"result" jsonb,
	"poster" jsonb,
	"duration" double precision,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "online_classes" ADD CONSTRAINT "online_classes_category_categories_id_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "programs" ADD CONSTRAINT "programs_category_categories_id_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_participants" ADD CONSTRAINT "event_participants_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_participants" ADD CONSTRAINT "event_participants_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_questions" ADD CONSTRAINT "event_questions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_reminders" ADD CONSTRAINT "event_reminders_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_duplicate_of_events_id_fk" FOREIGN KEY ("duplicate_of") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_progress_category_product_id_index" ON "lesson_progress" USING btree ("category","product_id");--> statement-breakpoint
CREATE INDEX "online_classes_created_at_id_index" ON "online_classes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "online_classes_updated_at_id_index" ON "online_classes" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "online_classes_title_id_index" ON "online_classes" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "online_classes_category_created_at_id_index" ON "online_classes" USING btree ("category","created_at","id");--> statement-breakpoint
CREATE INDEX "online_classes_search" ON "online_classes" USING gin (lower("title" collate "default") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "programs_slug" ON "programs" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "programs_sort_id_index" ON "programs" USING btree ("sort","id");--> statement-breakpoint
CREATE INDEX "programs_sort_last" ON "programs" USING btree ("sort" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "programs_created_at_id_index" ON "programs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "programs_updated_at_id_index" ON "programs" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "programs_title_id_index" ON "programs" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "programs_category_sort_id_index" ON "programs" USING btree ("category","sort","id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_participants_phone" ON "event_participants" USING btree ("phone","event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_participants_email" ON "event_participants" USING btree ("email","event_id");--> statement-breakpoint
CREATE INDEX "event_participants_event_id_created_at_id_index" ON "event_participants" USING btree ("event_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_participants_event_id_state_index" ON "event_participants" USING btree ("event_id","state");--> statement-breakpoint
CREATE INDEX "event_participants_created_at_id_index" ON "event_participants" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "event_participants_order_id_index" ON "event_participants" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "event_participants_offers" ON "event_participants" USING btree ("offered_until") WHERE "event_participants"."state" = 'offered' and "event_participants"."order_id" is null;--> statement-breakpoint
CREATE INDEX "event_participants_queue" ON "event_participants" USING btree ("event_id","waiting_at","id") WHERE "event_participants"."state" = 'waiting';--> statement-breakpoint
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
CREATE INDEX "events_duplicate_of_index" ON "events" USING btree ("duplicate_of");--> statement-breakpoint
CREATE INDEX "sales_changes_date_day_index" ON "sales_changes" USING btree ("date","day");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_roll_ups_span" ON "sales_roll_ups" USING btree ("date","unit","first_day");--> statement-breakpoint
CREATE INDEX "staged_pieces_old" ON "staged_pieces" USING btree ("written_at");--> statement-breakpoint
CREATE UNIQUE INDEX "videos_content" ON "videos" USING btree ("sha256","store");--> statement-breakpoint
CREATE INDEX "videos_open" ON "videos" USING btree ("id") WHERE state in ('waiting', 'converting');--> statement-breakpoint
-- Whatever changes what a report of sales counts names the days, in its own transaction: the roll-ups of those count no more.
CREATE FUNCTION note_changed_sales() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO sales_changes (date, day) SELECT DISTINCT dated.date, (dated.at AT TIME ZONE 'Asia/Jakarta')::date
      FROM ((SELECT id, sales, total, paid_at, order_date, created_at FROM rows_before WHERE payment_status = 'paid' AND deleted_at IS NULL
          EXCEPT SELECT id, sales, total, paid_at, order_date, created_at FROM rows_after WHERE payment_status = 'paid' AND deleted_at IS NULL)
        UNION ALL
        (SELECT id, sales, total, paid_at, order_date, created_at FROM rows_after WHERE payment_status = 'paid' AND deleted_at IS NULL
          EXCEPT SELECT id, sales, total, paid_at, order_date, created_at FROM rows_before WHERE payment_status = 'paid' AND deleted_at IS NULL)) AS changed
      CROSS JOIN LATERAL (VALUES ('paid_at', paid_at), ('order_date', order_date), ('created_at', created_at)) AS dated (date, at)
      WHERE dated.at IS NOT NULL;
  ELSE
    INSERT INTO sales_changes (date, day) SELECT DISTINCT dated.date, (dated.at AT TIME ZONE 'Asia/Jakarta')::date
      FROM changed_rows
      CROSS JOIN LATERAL (VALUES ('paid_at', paid_at), ('order_date', order_date), ('created_at', created_at)) AS dated (date, at)
      WHERE payment_status = 'paid' AND deleted_at IS NULL AND dated.at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER note_made_orders AFTER INSERT ON "orders" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_sales();--> statement-breakpoint
CREATE TRIGGER note_deleted_orders AFTER DELETE ON "orders" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_sales();--> statement-breakpoint
CREATE TRIGGER note_changed_orders AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION note_changed_sales();--> statement-breakpoint
-- Lines are made with their order, which nobody else sees until then.
CREATE FUNCTION note_changed_lines() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO sales_changes (date, day) SELECT DISTINCT dated.date, (dated.at AT TIME ZONE 'Asia/Jakarta')::date
    FROM orders
    CROSS JOIN LATERAL (VALUES ('paid_at', paid_at), ('order_date', order_date), ('created_at', created_at)) AS dated (date, at)
    WHERE id IN (SELECT order_id FROM changed_rows) AND payment_status = 'paid' AND deleted_at IS NULL AND dated.at IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER note_made_lines AFTER INSERT ON "order_items" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_lines();--> statement-breakpoint
CREATE TRIGGER note_deleted_lines AFTER DELETE ON "order_items" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_lines();--> statement-breakpoint
CREATE TRIGGER note_changed_lines AFTER UPDATE ON "order_items" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_lines();--> statement-breakpoint
CREATE TRIGGER note_moved_lines AFTER UPDATE ON "order_items" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_lines();
