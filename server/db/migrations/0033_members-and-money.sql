CREATE TABLE "order_counters" (
	"day" date PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"category" text COLLATE "C" NOT NULL,
	"product_id" bigint NOT NULL,
	"variant" text COLLATE "C" DEFAULT '' NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"price" bigint NOT NULL,
	"qty" integer NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"grants_product" text COLLATE "C",
	"grants_type" text COLLATE "C",
	"grants_days" integer,
	CONSTRAINT "order_items_money" CHECK ("order_items"."discount" >= 0 and "order_items"."discount" <= "order_items"."price" * "order_items"."qty" and "order_items"."qty" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_proofs" (
	"hash" text COLLATE "C" NOT NULL,
	"order_id" bigint NOT NULL,
	CONSTRAINT "order_proofs_hash_order_id_pk" PRIMARY KEY("hash","order_id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"order_number" text COLLATE "C" NOT NULL,
	"member_id" bigint NOT NULL,
	"customer_name" text COLLATE "C",
	"customer_phone" text COLLATE "C",
	"customer_email" text COLLATE "C",
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"promo_id" bigint,
	"promo_code" text COLLATE "C",
	"promo_terms" jsonb,
	"subtotal" bigint NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"total" bigint NOT NULL,
	"payment_method" text COLLATE "C",
	"bank" bigint,
	"proof" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"payment_status" text COLLATE "C" DEFAULT 'unpaid' NOT NULL,
	"order_date" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"sales" bigint,
	"campaign_id" bigint,
	"lead_id" bigint,
	"source" text COLLATE "C",
	"flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text COLLATE "C",
	"confirmed_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"search_text" text COLLATE "C" DEFAULT '' NOT NULL,
	CONSTRAINT "orders_ref_unique" UNIQUE("ref"),
	CONSTRAINT "orders_order_number_unique" UNIQUE("order_number"),
	CONSTRAINT "orders_money" CHECK ("orders"."discount" >= 0 and "orders"."discount" <= "orders"."subtotal" and "orders"."total" = "orders"."subtotal" - "orders"."discount"),
	CONSTRAINT "orders_status" CHECK ("orders"."payment_status" in ('cancel', 'expired', 'paid', 'unpaid'))
);
--> statement-breakpoint
CREATE TABLE "promo_codes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"code" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C",
	"discount_kind" text COLLATE "C" NOT NULL,
	"value" double precision NOT NULL,
	"max_discount" bigint,
	"min_amount" bigint,
	"products" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"type" text COLLATE "C" DEFAULT 'all' NOT NULL,
	"quota" integer,
	"batch" uuid,
	"member_limit" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"start" date NOT NULL,
	"end" date NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "promo_codes_ref_unique" UNIQUE("ref"),
	CONSTRAINT "promo_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "promo_codes_used" CHECK ("promo_codes"."used" >= 0 and ("promo_codes"."quota" is null or "promo_codes"."used" <= "promo_codes"."quota"))
);
--> statement-breakpoint
CREATE TABLE "promo_member_uses" (
	"scope" text COLLATE "C" NOT NULL,
	"member_id" bigint NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "promo_member_uses_scope_member_id_pk" PRIMARY KEY("scope","member_id"),
	CONSTRAINT "promo_member_uses_used" CHECK ("promo_member_uses"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "promo_redemptions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"promo_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "member_alert_dismissals" (
	"alert_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	CONSTRAINT "member_alert_dismissals_alert_id_user_id_pk" PRIMARY KEY("alert_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "member_alerts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"member_id" bigint NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"account_id" bigint,
	"expires_on" date,
	"step" integer,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "member_leaves" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"member_id" bigint NOT NULL,
	"product" text COLLATE "C" NOT NULL,
	"start" date NOT NULL,
	"end" date NOT NULL,
	"reason" text COLLATE "C",
	"stopped_on" date,
	"order_item" bigint,
	CONSTRAINT "member_leaves_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "members" (
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
	"gender" text COLLATE "C",
	"birth_date" date,
	"city" text COLLATE "C",
	"job" text COLLATE "C",
	"sales" bigint,
	"company_code" text COLLATE "C" DEFAULT 'EMT' NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text COLLATE "C",
	"joined_at" date DEFAULT (now() at time zone 'Asia/Jakarta')::date NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deletion_reason" text COLLATE "C",
	"erased_at" timestamp (3) with time zone,
	"search_text" text COLLATE "C" DEFAULT '' NOT NULL,
	CONSTRAINT "members_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "membership_accounts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"member_id" bigint NOT NULL,
	"product" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"expires_on" date,
	CONSTRAINT "membership_accounts_type" CHECK ("membership_accounts"."type" in ('Regular', 'VIP'))
);
--> statement-breakpoint
CREATE TABLE "membership_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"on_day" date NOT NULL,
	"days" integer DEFAULT 0 NOT NULL,
	"start_on" date,
	"source" text COLLATE "C" NOT NULL,
	"source_id" bigint,
	"target" bigint,
	"round" integer,
	"reason" text COLLATE "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	CONSTRAINT "membership_entries_kind" CHECK ("membership_entries"."kind" in ('grant', 'leave', 'adjust', 'void', 'unvoid'))
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_proofs" ADD CONSTRAINT "order_proofs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_promo_id_promo_codes_id_fk" FOREIGN KEY ("promo_id") REFERENCES "public"."promo_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_sales_users_id_fk" FOREIGN KEY ("sales") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_member_uses" ADD CONSTRAINT "promo_member_uses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_redemptions" ADD CONSTRAINT "promo_redemptions_promo_id_promo_codes_id_fk" FOREIGN KEY ("promo_id") REFERENCES "public"."promo_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_redemptions" ADD CONSTRAINT "promo_redemptions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_redemptions" ADD CONSTRAINT "promo_redemptions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_alert_dismissals" ADD CONSTRAINT "member_alert_dismissals_alert_id_member_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."member_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_alert_dismissals" ADD CONSTRAINT "member_alert_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_alerts" ADD CONSTRAINT "member_alerts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_alerts" ADD CONSTRAINT "member_alerts_account_id_membership_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."membership_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_leaves" ADD CONSTRAINT "member_leaves_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_sales_users_id_fk" FOREIGN KEY ("sales") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_accounts" ADD CONSTRAINT "membership_accounts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_entries" ADD CONSTRAINT "membership_entries_account_id_membership_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."membership_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_items_position" ON "order_items" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_items_category_product_id_order_id_index" ON "order_items" USING btree ("category","product_id","order_id");--> statement-breakpoint
CREATE INDEX "orders_created_at_id_index" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_order_date_id_index" ON "orders" USING btree ("order_date","id");--> statement-breakpoint
CREATE INDEX "orders_updated_at_id_index" ON "orders" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "orders_paid_at_id_index" ON "orders" USING btree ("paid_at","id");--> statement-breakpoint
CREATE INDEX "orders_total_id_index" ON "orders" USING btree ("total","id");--> statement-breakpoint
CREATE INDEX "orders_member_id_created_at_id_index" ON "orders" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_sales_created_at_id_index" ON "orders" USING btree ("sales","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_payment_status_created_at_id_index" ON "orders" USING btree ("payment_status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_promo_id_id_index" ON "orders" USING btree ("promo_id","id");--> statement-breakpoint
CREATE INDEX "orders_lead_id_index" ON "orders" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("due_at") WHERE "orders"."payment_status" = 'unpaid' and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "promo_codes_created_at_id_index" ON "promo_codes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "promo_codes_start_id_index" ON "promo_codes" USING btree ("start","id");--> statement-breakpoint
CREATE INDEX "promo_codes_batch_id_index" ON "promo_codes" USING btree ("batch","id");--> statement-breakpoint
CREATE UNIQUE INDEX "promo_redemptions_order" ON "promo_redemptions" USING btree ("order_id") WHERE "promo_redemptions"."released_at" is null;--> statement-breakpoint
CREATE INDEX "promo_redemptions_promo_id_id_index" ON "promo_redemptions" USING btree ("promo_id","id");--> statement-breakpoint
CREATE INDEX "member_alerts_member_id_id_index" ON "member_alerts" USING btree ("member_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_alerts_step" ON "member_alerts" USING btree ("account_id","expires_on","step") WHERE "member_alerts"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "member_leaves_start_id_index" ON "member_leaves" USING btree ("start","id");--> statement-breakpoint
CREATE INDEX "member_leaves_member_id_product_start_index" ON "member_leaves" USING btree ("member_id","product","start");--> statement-breakpoint
CREATE UNIQUE INDEX "member_leaves_order_item" ON "member_leaves" USING btree ("order_item") WHERE "member_leaves"."order_item" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "members_phone_unique" ON "members" USING btree ("phone") WHERE "members"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "members_created_at_id_index" ON "members" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "members_updated_at_id_index" ON "members" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "members_name_id_index" ON "members" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "members_joined_at_id_index" ON "members" USING btree ("joined_at","id");--> statement-breakpoint
CREATE INDEX "members_sales_created_at_id_index" ON "members" USING btree ("sales","created_at","id");--> statement-breakpoint
CREATE INDEX "members_deleted" ON "members" USING btree ("deleted_at","id") WHERE "members"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "members_tags" ON "members" USING gin ("tags" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "members_search" ON "members" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "membership_accounts_unique" ON "membership_accounts" USING btree ("member_id","product","type");--> statement-breakpoint
CREATE INDEX "membership_accounts_expires_on_member_id_index" ON "membership_accounts" USING btree ("expires_on","member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_entries_position" ON "membership_entries" USING btree ("account_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_entries_grant" ON "membership_entries" USING btree ("source_id") WHERE "membership_entries"."kind" = 'grant' and "membership_entries"."source" = 'order';--> statement-breakpoint
CREATE UNIQUE INDEX "membership_entries_round" ON "membership_entries" USING btree ("target","round") WHERE "membership_entries"."kind" in ('void', 'unvoid');--> statement-breakpoint
CREATE INDEX "membership_entries_source_source_id_index" ON "membership_entries" USING btree ("source","source_id");--> statement-breakpoint
CREATE FUNCTION membership_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'entries of a membership are only added to'; END $$;--> statement-breakpoint
CREATE TRIGGER membership_entries_stay BEFORE UPDATE OR DELETE ON "membership_entries" FOR EACH ROW EXECUTE FUNCTION membership_entries_stay();
