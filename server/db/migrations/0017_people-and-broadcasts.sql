CREATE TABLE "broadcast_recipients" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"broadcast" bigint NOT NULL,
	"room" bigint NOT NULL,
	"state" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"reason" text COLLATE "C",
	"opt_in_at" timestamp (3) with time zone,
	"message" bigint
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"whatsapp_number" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"template" jsonb NOT NULL,
	"filled" jsonb NOT NULL,
	"media" jsonb,
	"state" text COLLATE "C" DEFAULT 'sending' NOT NULL,
	"held" text COLLATE "C",
	"going_since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "broadcasts_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "person_joins" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"person" bigint NOT NULL,
	"joined" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"before" jsonb NOT NULL,
	"parted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "person_id" bigint;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "person_id" bigint;--> statement-breakpoint
ALTER TABLE "event_participants" ADD COLUMN "person_id" bigint;--> statement-breakpoint
ALTER TABLE "person_identities" ADD COLUMN "apart" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "person_id" bigint;--> statement-breakpoint
ALTER TABLE "webhook_items" ADD COLUMN "signer" bigint;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_broadcast_broadcasts_id_fk" FOREIGN KEY ("broadcast") REFERENCES "public"."broadcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_room_rooms_id_fk" FOREIGN KEY ("room") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_message_messages_id_fk" FOREIGN KEY ("message") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_whatsapp_number_whatsapp_numbers_id_fk" FOREIGN KEY ("whatsapp_number") REFERENCES "public"."whatsapp_numbers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_joins" ADD CONSTRAINT "person_joins_person_people_id_fk" FOREIGN KEY ("person") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_joins" ADD CONSTRAINT "person_joins_joined_people_id_fk" FOREIGN KEY ("joined") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "broadcast_recipients_broadcast_room_index" ON "broadcast_recipients" USING btree ("broadcast","room");--> statement-breakpoint
CREATE INDEX "broadcast_recipients_broadcast_id_index" ON "broadcast_recipients" USING btree ("broadcast","id");--> statement-breakpoint
CREATE INDEX "broadcast_recipients_message_index" ON "broadcast_recipients" USING btree ("message");--> statement-breakpoint
CREATE INDEX "broadcast_recipients_room_index" ON "broadcast_recipients" USING btree ("room");--> statement-breakpoint
CREATE INDEX "broadcasts_created_at_id_index" ON "broadcasts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "broadcasts_whatsapp_number_state_index" ON "broadcasts" USING btree ("whatsapp_number","state");--> statement-breakpoint
CREATE INDEX "person_joins_person_index" ON "person_joins" USING btree ("person");--> statement-breakpoint
CREATE INDEX "person_joins_joined_index" ON "person_joins" USING btree ("joined");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_participants" ADD CONSTRAINT "event_participants_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_room_created_at_place_index" ON "messages" USING btree ("room","created_at","place");--> statement-breakpoint
CREATE INDEX "rooms_person_index" ON "rooms" USING btree ("person") WHERE person is not null;--> statement-breakpoint
CREATE INDEX "rooms_cut" ON "rooms" USING btree ("customer_phone") WHERE cut_place is not null;--> statement-breakpoint
CREATE INDEX "orders_person_id_index" ON "orders" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "leads_person_id_index" ON "leads" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "event_participants_person_id_index" ON "event_participants" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "members_person_id_index" ON "members" USING btree ("person_id");