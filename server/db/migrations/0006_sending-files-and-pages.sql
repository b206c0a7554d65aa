CREATE TABLE "landing_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"page" bigint NOT NULL,
	"lead" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "landing_entries_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "landing_pages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C",
	"status" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	"language" text COLLATE "C" DEFAULT 'id' NOT NULL,
	"campaign" bigint,
	"sections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"form_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pixel_id" text COLLATE "C",
	CONSTRAINT "landing_pages_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"path" text COLLATE "C" PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_pace" (
	"id" smallint PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"newsletter_tokens" double precision NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"address" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_suppressions_address_kind_pk" PRIMARY KEY("address","kind")
);
--> statement-breakpoint
CREATE TABLE "popup_views" (
	"popup_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "popup_views_popup_id_member_id_pk" PRIMARY KEY("popup_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "newsletter_recipients" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"newsletter_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"address" text COLLATE "C",
	"state" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C",
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_tried_at" timestamp (3) with time zone,
	"next_try_at" timestamp (3) with time zone,
	"response" text COLLATE "C",
	"sent_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"machine_opened_at" timestamp (3) with time zone,
	"event" text COLLATE "C",
	"decided_by" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "newsletters" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"subject" text COLLATE "C" NOT NULL,
	"preheader" text COLLATE "C",
	"body" text COLLATE "C" NOT NULL,
	"segmentation" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"send_at" timestamp (3) with time zone,
	"status" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	"held" text COLLATE "C",
	"late_confirmed" boolean DEFAULT false NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"matched" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"unknown" integer DEFAULT 0 NOT NULL,
	"suppressed" integer DEFAULT 0 NOT NULL,
	"stopped" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"machine_opened" integer DEFAULT 0 NOT NULL,
	"bounced" integer DEFAULT 0 NOT NULL,
	"complained" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "newsletters_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "paces" (
	"name" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"filled_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_devices" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"member_id" bigint NOT NULL,
	"token" text COLLATE "C" NOT NULL,
	"platform" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "member_devices_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "push_deliveries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"push_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"state" text COLLATE "C" DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason" text COLLATE "C",
	"sent_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	CONSTRAINT "push_deliveries_state" CHECK ("push_deliveries"."state" in ('queued', 'sent', 'failed', 'retired', 'stopped')),
	CONSTRAINT "push_deliveries_opened" CHECK ("push_deliveries"."opened_at" is null or "push_deliveries"."state" = 'sent')
);
--> statement-breakpoint
CREATE TABLE "push_notifications" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"message" text COLLATE "C" NOT NULL,
	"image" jsonb,
	"reference_type" text COLLATE "C" DEFAULT 'none' NOT NULL,
	"reference_url" text COLLATE "C",
	"content_id" bigint,
	"event_id" bigint,
	"onlineclass_id" bigint,
	"segmentation" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"send" text COLLATE "C" DEFAULT 'now' NOT NULL,
	"send_at" timestamp (3) with time zone,
	"quiet_hours" boolean DEFAULT true NOT NULL,
	"status" text COLLATE "C" DEFAULT 'scheduled' NOT NULL,
	"held" text COLLATE "C",
	"stopped_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"snapshot_at" timestamp (3) with time zone,
	"recipient_count" integer DEFAULT 0 NOT NULL,
	"device_count" integer DEFAULT 0 NOT NULL,
	"retired_count" integer DEFAULT 0 NOT NULL,
	"sent_count" integer DEFAULT 0 NOT NULL,
	"opened_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "push_notifications_ref_unique" UNIQUE("ref"),
	CONSTRAINT "push_notifications_status" CHECK ("push_notifications"."status" in ('scheduled', 'sent', 'failed')),
	CONSTRAINT "push_notifications_counts" CHECK ("push_notifications"."opened_count" <= "push_notifications"."sent_count" and "push_notifications"."sent_count" <= "push_notifications"."recipient_count")
);
--> statement-breakpoint
ALTER TABLE "member_inbox" ALTER COLUMN "pick_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "member_inbox" ALTER COLUMN "round" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "landing_page" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "member_inbox" ADD COLUMN "push_id" bigint;--> statement-breakpoint
ALTER TABLE "member_inbox" ADD COLUMN "reached_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "member_inbox" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "landing_entries" ADD CONSTRAINT "landing_entries_page_landing_pages_id_fk" FOREIGN KEY ("page") REFERENCES "public"."landing_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "landing_entries" ADD CONSTRAINT "landing_entries_lead_leads_id_fk" FOREIGN KEY ("lead") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "landing_pages" ADD CONSTRAINT "landing_pages_campaign_campaigns_id_fk" FOREIGN KEY ("campaign") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "popup_views" ADD CONSTRAINT "popup_views_popup_id_popup_promotions_id_fk" FOREIGN KEY ("popup_id") REFERENCES "public"."popup_promotions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "popup_views" ADD CONSTRAINT "popup_views_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_devices" ADD CONSTRAINT "member_devices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_push_id_push_notifications_id_fk" FOREIGN KEY ("push_id") REFERENCES "public"."push_notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_device_id_member_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."member_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "landing_entries_page_lead_created_at_index" ON "landing_entries" USING btree ("page","lead","created_at");--> statement-breakpoint
CREATE INDEX "landing_entries_lead_index" ON "landing_entries" USING btree ("lead");--> statement-breakpoint
CREATE UNIQUE INDEX "landing_pages_slug" ON "landing_pages" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "landing_pages_created_at_id_index" ON "landing_pages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "landing_pages_updated_at_id_index" ON "landing_pages" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "landing_pages_title_id_index" ON "landing_pages" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "landing_pages_campaign_created_at_id_index" ON "landing_pages" USING btree ("campaign","created_at","id");--> statement-breakpoint
CREATE INDEX "popup_views_member_id_index" ON "popup_views" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_recipients_address" ON "newsletter_recipients" USING btree ("newsletter_id","address") WHERE "newsletter_recipients"."state" <> 'skipped';--> statement-breakpoint
CREATE INDEX "newsletter_recipients_newsletter_id_id_index" ON "newsletter_recipients" USING btree ("newsletter_id","id");--> statement-breakpoint
CREATE INDEX "newsletter_recipients_member_id_id_index" ON "newsletter_recipients" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "newsletter_recipients_queued" ON "newsletter_recipients" USING btree ("newsletter_id","next_try_at","id") WHERE "newsletter_recipients"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "newsletter_recipients_open" ON "newsletter_recipients" USING btree ("newsletter_id","state","id") WHERE "newsletter_recipients"."state" in ('sending', 'unknown', 'failed');--> statement-breakpoint
CREATE INDEX "newsletters_created_at_id_index" ON "newsletters" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "newsletters_send_at_id_index" ON "newsletters" USING btree ("send_at","id");--> statement-breakpoint
CREATE INDEX "newsletters_send_at_last" ON "newsletters" USING btree ("send_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "newsletters_subject_id_index" ON "newsletters" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "member_devices_member_id_id_index" ON "member_devices" USING btree ("member_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_deliveries_once" ON "push_deliveries" USING btree ("push_id","device_id");--> statement-breakpoint
CREATE INDEX "push_deliveries_queued" ON "push_deliveries" USING btree ("push_id","next_at","id") WHERE "push_deliveries"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "push_deliveries_device_id_index" ON "push_deliveries" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "push_notifications_created_at_id_index" ON "push_notifications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "push_notifications_send_at_id_index" ON "push_notifications" USING btree ("send_at","id");--> statement-breakpoint
CREATE INDEX "push_notifications_send_at_last" ON "push_notifications" USING btree ("send_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "popup_promotions" ADD CONSTRAINT "popup_promotions_landing_custom_id_landing_pages_id_fk" FOREIGN KEY ("landing_custom_id") REFERENCES "public"."landing_pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_landing_page_landing_pages_id_fk" FOREIGN KEY ("landing_page") REFERENCES "public"."landing_pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_inbox" ADD CONSTRAINT "member_inbox_push_id_push_notifications_id_fk" FOREIGN KEY ("push_id") REFERENCES "public"."push_notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "member_inbox_push" ON "member_inbox" USING btree ("push_id","member_id") WHERE "member_inbox"."push_id" is not null;--> statement-breakpoint
ALTER TABLE "member_inbox" ADD CONSTRAINT "member_inbox_one" CHECK (num_nonnulls("member_inbox"."pick_id", "member_inbox"."push_id") = 1);--> statement-breakpoint
ALTER TABLE "member_inbox" ADD CONSTRAINT "member_inbox_opened" CHECK ("member_inbox"."opened_at" is null or "member_inbox"."reached_at" is not null);--> statement-breakpoint
INSERT INTO "mail_pace" ("id", "tokens", "newsletter_tokens", "at") VALUES (1, 0, 0, now());
