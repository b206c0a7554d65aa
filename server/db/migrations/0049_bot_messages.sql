CREATE TABLE "bot_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"user_id" bigint NOT NULL,
	"content" text COLLATE "C" NOT NULL,
	"bot_name" text COLLATE "C",
	"is_bot" boolean DEFAULT false NOT NULL,
	"is_failed" boolean DEFAULT false NOT NULL,
	"reason" text COLLATE "C",
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"member_id" bigint,
	"answers" bigint,
	CONSTRAINT "bot_messages_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
ALTER TABLE "bot_messages" ADD CONSTRAINT "bot_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bot_messages_user_id_created_at_id_index" ON "bot_messages" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "bot_messages_created_at_id_index" ON "bot_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bot_messages_answers" ON "bot_messages" USING btree ("answers");