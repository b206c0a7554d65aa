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
ALTER TABLE "users" ADD COLUMN "language" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_recipients_address" ON "newsletter_recipients" USING btree ("newsletter_id","address") WHERE "newsletter_recipients"."state" <> 'skipped';--> statement-breakpoint
CREATE INDEX "newsletter_recipients_member_id_id_index" ON "newsletter_recipients" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "newsletter_recipients_queued" ON "newsletter_recipients" USING btree ("newsletter_id","id") WHERE "newsletter_recipients"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "newsletter_recipients_open" ON "newsletter_recipients" USING btree ("newsletter_id","state","id") WHERE "newsletter_recipients"."state" in ('sending', 'unknown', 'failed');--> statement-breakpoint
CREATE INDEX "newsletters_created_at_id_index" ON "newsletters" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "newsletters_send_at_id_index" ON "newsletters" USING btree ("send_at","id");--> statement-breakpoint
CREATE INDEX "newsletters_subject_id_index" ON "newsletters" USING btree ("subject","id");--> statement-breakpoint
INSERT INTO "mail_pace" ("id", "tokens", "newsletter_tokens", "at") VALUES (1, 0, 0, now());
