CREATE TABLE "qna_chats" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"member_id" bigint NOT NULL,
	"kode_saham" text COLLATE "C",
	"category" text COLLATE "C",
	"tag" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text COLLATE "C" DEFAULT 'open' NOT NULL,
	"handler" text COLLATE "C" NOT NULL,
	"handed_over" text COLLATE "C",
	"assigned_to" bigint,
	"rating" integer,
	"rated_at" timestamp (3) with time zone,
	"waiting_since" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"codes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_message" text COLLATE "C",
	"last_message_kind" text COLLATE "C",
	"last_message_is_admin" boolean,
	"last_message_at" timestamp (3) with time zone,
	"next_place" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text COLLATE "C",
	CONSTRAINT "qna_chats_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "qna_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"chat" bigint NOT NULL,
	"place" integer NOT NULL,
	"by" text COLLATE "C" NOT NULL,
	"is_notice" boolean DEFAULT false NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"content" text COLLATE "C",
	"media" jsonb,
	"sender" text COLLATE "C",
	"sender_id" bigint,
	"reply_to" uuid,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "qna_messages_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "qna_questions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"chat" bigint NOT NULL,
	"message" bigint NOT NULL,
	"question" text COLLATE "C",
	"codes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"handler" text COLLATE "C",
	"answered_by" bigint,
	"answered_by_name" text COLLATE "C"
);
--> statement-breakpoint
ALTER TABLE "qna_chats" ADD CONSTRAINT "qna_chats_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qna_chats" ADD CONSTRAINT "qna_chats_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qna_messages" ADD CONSTRAINT "qna_messages_chat_qna_chats_id_fk" FOREIGN KEY ("chat") REFERENCES "public"."qna_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qna_questions" ADD CONSTRAINT "qna_questions_chat_qna_chats_id_fk" FOREIGN KEY ("chat") REFERENCES "public"."qna_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "qna_chats_running" ON "qna_chats" USING btree ("member_id",coalesce("kode_saham", '')) WHERE "qna_chats"."status" <> 'ended' and "qna_chats"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "qna_chats_last_message_at_id_index" ON "qna_chats" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "qna_chats_status_last_message_at_id_index" ON "qna_chats" USING btree ("status","last_message_at","id");--> statement-breakpoint
CREATE INDEX "qna_chats_assigned_to_last_message_at_id_index" ON "qna_chats" USING btree ("assigned_to","last_message_at","id");--> statement-breakpoint
CREATE INDEX "qna_chats_handler_last_message_at_id_index" ON "qna_chats" USING btree ("handler","last_message_at","id");--> statement-breakpoint
CREATE INDEX "qna_chats_kode_saham_id_index" ON "qna_chats" USING btree ("kode_saham","id");--> statement-breakpoint
CREATE INDEX "qna_chats_created_at_id_index" ON "qna_chats" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "qna_messages_place" ON "qna_messages" USING btree ("chat","place");--> statement-breakpoint
CREATE INDEX "qna_messages_pictures" ON "qna_messages" USING btree ("created_at","id") WHERE "qna_messages"."by" = 'member' and "qna_messages"."kind" = 'image';--> statement-breakpoint
CREATE INDEX "qna_questions_chat_id_index" ON "qna_questions" USING btree ("chat","id");--> statement-breakpoint
CREATE INDEX "qna_questions_asked_at_id_index" ON "qna_questions" USING btree ("asked_at","id");--> statement-breakpoint
CREATE INDEX "qna_questions_answered_at_id_index" ON "qna_questions" USING btree ("answered_at","id") WHERE "qna_questions"."answered_at" is not null;