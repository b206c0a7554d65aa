CREATE TABLE "campaigns" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"start" date NOT NULL,
	"end" date,
	"budget" bigint,
	"sales" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"utm_source" text COLLATE "C",
	"utm_medium" text COLLATE "C",
	"utm_campaign" text COLLATE "C",
	CONSTRAINT "campaigns_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"phone" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C",
	"city" text COLLATE "C",
	"status" text COLLATE "C" NOT NULL,
	"campaign_id" bigint,
	"campaign_name" text COLLATE "C",
	"lead_sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sales" bigint,
	"sales_name" text COLLATE "C",
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text COLLATE "C",
	"last_follow_up" timestamp (3) with time zone,
	"next_follow_up" timestamp (3) with time zone,
	"search_text" text COLLATE "C" DEFAULT '' NOT NULL,
	CONSTRAINT "leads_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C",
	"permissions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_root" boolean DEFAULT false NOT NULL,
	CONSTRAINT "roles_ref_unique" UNIQUE("ref"),
	CONSTRAINT "roles_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" bigint NOT NULL,
	"role_id" bigint NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "user_roles_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"phone" text COLLATE "C",
	"is_active" boolean DEFAULT true NOT NULL,
	"company_code" text COLLATE "C" DEFAULT 'EMT' NOT NULL,
	"photo" jsonb,
	"password_hash" text COLLATE "C",
	"last_seen" timestamp (3) with time zone,
	CONSTRAINT "users_ref_unique" UNIQUE("ref"),
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"place" bigserial PRIMARY KEY NOT NULL,
	"tx" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"area" text NOT NULL,
	"ref" uuid NOT NULL,
	"audience_before" jsonb,
	"audience_after" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mutations" (
	"owner" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text,
	"status" integer NOT NULL,
	"verdict" text NOT NULL,
	"body" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mutations_owner_key_pk" PRIMARY KEY("owner","key")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"jti" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "auto_texts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"shortcut" text COLLATE "C" NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"text" text COLLATE "C" NOT NULL,
	"attachment" jsonb,
	"category" text COLLATE "C" DEFAULT 'other' NOT NULL,
	"usage_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "auto_texts_ref_unique" UNIQUE("ref"),
	CONSTRAINT "auto_texts_shortcut_unique" UNIQUE("shortcut")
);
--> statement-breakpoint
CREATE TABLE "banks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"bank_name" text COLLATE "C" NOT NULL,
	"account_number" text COLLATE "C" NOT NULL,
	"account_holder" text COLLATE "C" NOT NULL,
	"bank_branch" text COLLATE "C" NOT NULL,
	"company_code" text COLLATE "C" DEFAULT 'EMT' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "banks_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "for_you" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"click_count" integer DEFAULT 0 NOT NULL,
	"campaign_start" timestamp (3) with time zone NOT NULL,
	"no_campaign_end" boolean DEFAULT false NOT NULL,
	"campaign_end" timestamp (3) with time zone,
	"member_type" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"gambar" jsonb NOT NULL,
	"message" text COLLATE "C" NOT NULL,
	"with_button" boolean DEFAULT false NOT NULL,
	"button_title" text COLLATE "C",
	"content_type" text COLLATE "C" NOT NULL,
	"reference_type" text COLLATE "C" DEFAULT 'none' NOT NULL,
	"reference_url" text COLLATE "C",
	"content_id" bigint,
	"event_id" bigint,
	"onlineclass_id" bigint,
	"sequence" integer NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	CONSTRAINT "for_you_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"colour" text COLLATE "C" DEFAULT '#2563eb' NOT NULL,
	CONSTRAINT "tags_ref_unique" UNIQUE("ref"),
	CONSTRAINT "tags_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_sales_users_id_fk" FOREIGN KEY ("sales") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leads_created_at_id_index" ON "leads" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "leads_updated_at_id_index" ON "leads" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "leads_name_id_index" ON "leads" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "leads_phone_id_index" ON "leads" USING btree ("phone","id");--> statement-breakpoint
CREATE INDEX "leads_next_follow_up_id_index" ON "leads" USING btree ("next_follow_up","id");--> statement-breakpoint
CREATE INDEX "leads_last_follow_up_id_index" ON "leads" USING btree ("last_follow_up","id");--> statement-breakpoint
CREATE INDEX "leads_status_created_at_id_index" ON "leads" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "leads_sales_created_at_id_index" ON "leads" USING btree ("sales","created_at","id");--> statement-breakpoint
CREATE INDEX "leads_campaign_id_created_at_id_index" ON "leads" USING btree ("campaign_id","created_at","id");--> statement-breakpoint
CREATE INDEX "leads_tags" ON "leads" USING gin ("tags" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "leads_sources" ON "leads" USING gin ("lead_sources" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_roles_role_id_index" ON "user_roles" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "changes_tx_place_index" ON "changes" USING btree ("tx","place");--> statement-breakpoint
CREATE INDEX "changes_area_ref_index" ON "changes" USING btree ("area","ref");--> statement-breakpoint
CREATE INDEX "mutations_created_at_index" ON "mutations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "password_resets_user_id_index" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "for_you_sequence_id_index" ON "for_you" USING btree ("sequence","id");