CREATE TABLE "people" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C",
	"joined_into" bigint,
	"joined_at" timestamp (3) with time zone,
	CONSTRAINT "people_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "person_identities" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"person" bigint NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"scope" text DEFAULT '' NOT NULL,
	"current" boolean DEFAULT true NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"until" timestamp (3) with time zone,
	"proof" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_identities" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"room" bigint NOT NULL,
	"number" bigint NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"parent" text,
	"current" boolean DEFAULT true NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"until" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	"proof" text NOT NULL,
	"is_succeeded" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_joins" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"room" bigint NOT NULL,
	"joined" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by" text COLLATE "C",
	"before" jsonb NOT NULL,
	"parted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "channel_states" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"number" bigint,
	"kind" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" DEFAULT '' NOT NULL,
	"value" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "marketing_opt_outs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"number" bigint,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_items" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"number" bigint,
	"account" text,
	"field" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"body" text NOT NULL,
	"outcome" text NOT NULL,
	"target" text,
	"hash" text
);
--> statement-breakpoint
DROP INDEX "rooms_whatsapp_number_customer_phone_index";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "note_of" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "values" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "chips" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "edits" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reactions" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "referral" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "pricing" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "marks" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "identity" bigint;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "joined_from" bigint;--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "username" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "username_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "person" bigint;--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "held_customer_id" bigint;--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "cut_place" integer;--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "joined_into" bigint;--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "source" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "source_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "rooms" ADD COLUMN "call_permission" jsonb;--> statement-breakpoint
ALTER TABLE "person_identities" ADD CONSTRAINT "person_identities_person_people_id_fk" FOREIGN KEY ("person") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_identities" ADD CONSTRAINT "room_identities_room_rooms_id_fk" FOREIGN KEY ("room") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_identities" ADD CONSTRAINT "room_identities_number_whatsapp_numbers_id_fk" FOREIGN KEY ("number") REFERENCES "public"."whatsapp_numbers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_joins" ADD CONSTRAINT "room_joins_room_rooms_id_fk" FOREIGN KEY ("room") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_joins" ADD CONSTRAINT "room_joins_joined_rooms_id_fk" FOREIGN KEY ("joined") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_states" ADD CONSTRAINT "channel_states_number_whatsapp_numbers_id_fk" FOREIGN KEY ("number") REFERENCES "public"."whatsapp_numbers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marketing_opt_outs" ADD CONSTRAINT "marketing_opt_outs_number_whatsapp_numbers_id_fk" FOREIGN KEY ("number") REFERENCES "public"."whatsapp_numbers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "person_identities_current" ON "person_identities" USING btree ("kind","scope","value") WHERE current;--> statement-breakpoint
CREATE INDEX "person_identities_person_index" ON "person_identities" USING btree ("person");--> statement-breakpoint
CREATE UNIQUE INDEX "room_identities_current" ON "room_identities" USING btree ("number","kind","value") WHERE current;--> statement-breakpoint
CREATE INDEX "room_identities_former" ON "room_identities" USING btree ("number","kind","value") WHERE not current;--> statement-breakpoint
CREATE INDEX "room_identities_room_index" ON "room_identities" USING btree ("room");--> statement-breakpoint
CREATE INDEX "room_joins_room_index" ON "room_joins" USING btree ("room");--> statement-breakpoint
CREATE INDEX "room_joins_joined_index" ON "room_joins" USING btree ("joined");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_states_of_account" ON "channel_states" USING btree ("account","kind","subject") WHERE number is null;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_states_of_number" ON "channel_states" USING btree ("number","kind","subject") WHERE number is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "marketing_opt_outs_one" ON "marketing_opt_outs" USING btree (coalesce("number", 0),"kind","value","source");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_items_hash" ON "webhook_items" USING btree ("hash") WHERE hash is not null;--> statement-breakpoint
CREATE INDEX "webhook_items_waiting" ON "webhook_items" USING btree ("target") WHERE outcome = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_items_unknown" ON "webhook_items" USING btree ("id") WHERE outcome in ('unknown', 'malformed');--> statement-breakpoint
CREATE INDEX "webhook_items_at_index" ON "webhook_items" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "rooms_phone" ON "rooms" USING btree ("whatsapp_number","customer_phone") WHERE customer_phone <> '';--> statement-breakpoint
INSERT INTO "room_identities" ("room", "number", "kind", "value", "since", "proof") SELECT "id", "whatsapp_number", 'phone', "customer_phone", "created_at", 'before' FROM "rooms" WHERE "customer_phone" ~ '^[0-9]+$';
