CREATE TABLE "deliveries" (
	"message" bigint PRIMARY KEY NOT NULL,
	"room" bigint NOT NULL,
	"state" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_by" text,
	"claimed_at" timestamp (3) with time zone,
	"template_values" jsonb
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"room" bigint NOT NULL,
	"place" integer NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"content" text COLLATE "C",
	"media" jsonb,
	"is_admin" boolean NOT NULL,
	"sender" text COLLATE "C",
	"sender_id" bigint,
	"status" text COLLATE "C" NOT NULL,
	"failure" text COLLATE "C",
	"reply_to" uuid,
	"template" text COLLATE "C",
	"provider_id" text,
	CONSTRAINT "messages_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"endpoint" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"jti" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rooms" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"whatsapp_number" bigint NOT NULL,
	"whatsapp_number_name" text COLLATE "C",
	"customer_name" text COLLATE "C",
	"customer_phone" text COLLATE "C" NOT NULL,
	"customer_id" bigint,
	"contact_name" text COLLATE "C",
	"unread" integer DEFAULT 0 NOT NULL,
	"mark_as_unread" boolean DEFAULT false NOT NULL,
	"notes" text COLLATE "C",
	"status" text COLLATE "C" DEFAULT 'open' NOT NULL,
	"tag" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_need_support" boolean DEFAULT false NOT NULL,
	"assignee_sales" bigint,
	"assignee_sales_name" text COLLATE "C",
	"last_message" text COLLATE "C",
	"last_message_kind" text COLLATE "C",
	"last_message_status" text COLLATE "C",
	"last_message_is_admin" boolean DEFAULT false NOT NULL,
	"last_message_at" timestamp (3) with time zone,
	"window_until" timestamp (3) with time zone,
	"is_idle" boolean DEFAULT false NOT NULL,
	"snoozed_until" timestamp (3) with time zone,
	"next_place" integer DEFAULT 1 NOT NULL,
	"search_text" text COLLATE "C" DEFAULT '' NOT NULL,
	CONSTRAINT "rooms_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"is_active" boolean NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "whatsapp_numbers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"phone" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"users" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"phone_number_id" text COLLATE "C",
	"business_account_id" text COLLATE "C",
	"access_token" text,
	"app_secret" text,
	"status" text COLLATE "C" DEFAULT 'connected' NOT NULL,
	"status_reason" text COLLATE "C",
	CONSTRAINT "whatsapp_numbers_ref_unique" UNIQUE("ref"),
	CONSTRAINT "whatsapp_numbers_phone_unique" UNIQUE("phone")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_message_messages_id_fk" FOREIGN KEY ("message") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_room_rooms_id_fk" FOREIGN KEY ("room") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_whatsapp_number_whatsapp_numbers_id_fk" FOREIGN KEY ("whatsapp_number") REFERENCES "public"."whatsapp_numbers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_assignee_sales_users_id_fk" FOREIGN KEY ("assignee_sales") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("due_at","message") WHERE state in ('waiting', 'claimed');--> statement-breakpoint
CREATE UNIQUE INDEX "messages_room_place_index" ON "messages" USING btree ("room","place");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_provider" ON "messages" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("content" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_index" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_jti_index" ON "push_subscriptions" USING btree ("jti");--> statement-breakpoint
CREATE UNIQUE INDEX "rooms_whatsapp_number_customer_phone_index" ON "rooms" USING btree ("whatsapp_number","customer_phone");--> statement-breakpoint
CREATE INDEX "rooms_last_message_at_id_index" ON "rooms" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "rooms_status_last_message_at_id_index" ON "rooms" USING btree ("status","last_message_at","id");--> statement-breakpoint
CREATE INDEX "rooms_assignee_sales_last_message_at_id_index" ON "rooms" USING btree ("assignee_sales","last_message_at","id");--> statement-breakpoint
CREATE INDEX "rooms_search" ON "rooms" USING gin ("search_text" gin_trgm_ops);