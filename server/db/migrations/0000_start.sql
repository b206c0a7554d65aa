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
	"template_language" text COLLATE "C",
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
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_reads" (
	"room" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"place" integer NOT NULL,
	"saw_mark" boolean NOT NULL,
	CONSTRAINT "room_reads_room_user_id_pk" PRIMARY KEY("room","user_id")
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
CREATE TABLE "memberships" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"product" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" DEFAULT 'Regular' NOT NULL,
	"fee_type" text COLLATE "C" NOT NULL,
	"price" bigint,
	"discount_price" bigint,
	"duration_days" integer NOT NULL,
	"access_type" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"benefits" text COLLATE "C",
	"is_active" boolean DEFAULT true NOT NULL,
	"sort" double precision,
	CONSTRAINT "memberships_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "merchandise" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"sku" text COLLATE "C" NOT NULL,
	"image" jsonb NOT NULL,
	"description" text COLLATE "C",
	"price" bigint NOT NULL,
	"stock" integer DEFAULT 0 NOT NULL,
	"weight_grams" integer,
	"variants" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "merchandise_ref_unique" UNIQUE("ref"),
	CONSTRAINT "merchandise_sku_unique" UNIQUE("sku")
);
--> statement-breakpoint
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
	"member_id" bigint,
	"phone" text COLLATE "C" NOT NULL,
	"given_name" text COLLATE "C",
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
	"order_date" timestamp (3) with time zone,
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
	"trashed_at" timestamp (3) with time zone,
	"search_text" text COLLATE "C" DEFAULT '' NOT NULL,
	CONSTRAINT "orders_ref_unique" UNIQUE("ref"),
	CONSTRAINT "orders_order_number_unique" UNIQUE("order_number"),
	CONSTRAINT "orders_money" CHECK ("orders"."discount" >= 0 and "orders"."discount" <= "orders"."subtotal" and "orders"."total" = "orders"."subtotal" - "orders"."discount"),
	CONSTRAINT "orders_given" CHECK ("orders"."member_id" is not null and "orders"."order_date" is not null),
	CONSTRAINT "orders_status" CHECK ("orders"."payment_status" in ('cancel', 'expired', 'paid', 'unpaid'))
);
--> statement-breakpoint
CREATE TABLE "product_terms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"section" text COLLATE "C" NOT NULL,
	"product" bigint NOT NULL,
	"variant" text COLLATE "C" DEFAULT '' NOT NULL,
	"price" bigint NOT NULL,
	"is_on" boolean NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
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
	"batch" text COLLATE "C",
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
CREATE TABLE "rewards" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"period" text COLLATE "C" NOT NULL,
	"sales" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metric" text COLLATE "C" NOT NULL,
	"target" bigint NOT NULL,
	"prize" text COLLATE "C",
	"prize_amount" bigint,
	"fixed_value" bigint,
	"fixed_at" timestamp (3) with time zone,
	CONSTRAINT "rewards_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C",
	"model" text COLLATE "C" NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"sequence" integer NOT NULL,
	CONSTRAINT "categories_ref_unique" UNIQUE("ref"),
	CONSTRAINT "categories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "faqs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"question" text COLLATE "C" NOT NULL,
	"answer" text COLLATE "C" NOT NULL,
	"category" bigint,
	"hashtag" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"sort" double precision,
	"highlight" integer,
	CONSTRAINT "faqs_ref_unique" UNIQUE("ref")
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
CREATE TABLE "hashtags" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "hashtags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text COLLATE "C" NOT NULL,
	CONSTRAINT "hashtags_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"image" jsonb NOT NULL,
	"name" text COLLATE "C",
	CONSTRAINT "media_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "pedia_terms" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"term" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C",
	"definition" text COLLATE "C" NOT NULL,
	"related" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"image" jsonb,
	"status" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	CONSTRAINT "pedia_terms_ref_unique" UNIQUE("ref"),
	CONSTRAINT "pedia_terms_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "popup_promotions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"banner_url" jsonb NOT NULL,
	"landing_custom_id" bigint,
	"segmentation" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"campaign_start_date" timestamp (3) with time zone,
	"campaign_end_date" timestamp (3) with time zone,
	"frequency" text COLLATE "C" DEFAULT 'once' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "popup_promotions_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C",
	"category_id" bigint,
	"type" text COLLATE "C" DEFAULT 'article' NOT NULL,
	"publish_to" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	"cover" jsonb,
	"video" jsonb,
	"hashtags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"access" text COLLATE "C" DEFAULT 'free' NOT NULL,
	"status" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	"published_at" timestamp (3) with time zone,
	"meta_title" text COLLATE "C",
	"meta_description" text COLLATE "C",
	"view_count" integer DEFAULT 0 NOT NULL,
	"is_breakout" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "posts_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "promotion_banners" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"image" jsonb NOT NULL,
	"segmentation" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"show" boolean DEFAULT true NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"end" timestamp (3) with time zone,
	"reference_type" text COLLATE "C" DEFAULT 'none' NOT NULL,
	"reference_url" text COLLATE "C",
	"content_id" bigint,
	"event_id" bigint,
	"onlineclass_id" bigint,
	"sort" integer NOT NULL,
	CONSTRAINT "promotion_banners_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "sliders" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"image" jsonb NOT NULL,
	"link" text COLLATE "C",
	"placement" text COLLATE "C" DEFAULT 'home' NOT NULL,
	"sort" integer DEFAULT 1 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"campaign_start" timestamp (3) with time zone,
	"campaign_end" timestamp (3) with time zone,
	CONSTRAINT "sliders_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "testimonies" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"photo" jsonb,
	"product" text COLLATE "C",
	"text" text COLLATE "C" NOT NULL,
	"rating" integer,
	"video" text COLLATE "C",
	"is_show" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "testimonies_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "ticker_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ticker_id" bigint NOT NULL,
	"on_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"on_by" text COLLATE "C",
	"off_at" timestamp (3) with time zone,
	"off_by" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "tickers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"text" text COLLATE "C" NOT NULL,
	"link" text COLLATE "C",
	"start" timestamp (3) with time zone NOT NULL,
	"end" timestamp (3) with time zone NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "tickers_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
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
CREATE TABLE "lead_attachments" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"lead" bigint NOT NULL,
	"file" jsonb NOT NULL,
	CONSTRAINT "lead_attachments_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "lead_closings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"lead_id" bigint NOT NULL,
	"sales" bigint,
	"closed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "import_failures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"import_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problems" jsonb NOT NULL,
	"size" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_parts" (
	"import_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "import_parts_import_id_number_pk" PRIMARY KEY("import_id","number")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"import_id" bigint NOT NULL,
	"record" bigint NOT NULL,
	"record_ref" uuid,
	"row" integer DEFAULT 0 NOT NULL,
	"before" jsonb,
	"version" integer NOT NULL,
	"outcome" text,
	"name" text COLLATE "C",
	CONSTRAINT "import_rows_import_id_record_unique" UNIQUE("import_id","record")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"section" text NOT NULL,
	"user_id" bigint NOT NULL,
	"created_by" text COLLATE "C",
	"file_name" text COLLATE "C" NOT NULL,
	"file" jsonb,
	"mapping" jsonb,
	"header" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"in_parts" boolean DEFAULT false NOT NULL,
	"next_part" integer DEFAULT 0 NOT NULL,
	"defaults" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"duplicates" text NOT NULL,
	"dry_run" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"problem" text COLLATE "C",
	"problem_code" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imports_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "job_schedules" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_slots" (
	"key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text,
	"lane" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cursor" jsonb,
	"run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"holder" uuid,
	"lease_until" timestamp (3) with time zone,
	"cancel_asked" boolean DEFAULT false NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"step" text,
	"problem" text COLLATE "C",
	"result" jsonb,
	"user_id" bigint,
	"created_by" text COLLATE "C",
	"resource" text,
	"section" text,
	"subject" text COLLATE "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "knowledge" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"file" jsonb,
	"type" text COLLATE "C",
	"size" bigint NOT NULL,
	"status" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"reason" text COLLATE "C",
	"chunks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "knowledge_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "knowledge_chunks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"knowledge_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"heading" text COLLATE "C",
	"page" integer,
	"content" text COLLATE "C" NOT NULL,
	"folded" text NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('indonesian'::regconfig, folded) || to_tsvector('simple'::regconfig, folded)) STORED
);
--> statement-breakpoint
CREATE TABLE "knowledge_words" (
	"word" text PRIMARY KEY NOT NULL
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
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"member_id" bigint NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"account_id" bigint,
	"expires_on" date,
	"step" integer,
	"product" text COLLATE "C",
	"detail" text COLLATE "C",
	CONSTRAINT "member_alerts_ref_unique" UNIQUE("ref")
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
	"sales_id" bigint,
	"company_code" text COLLATE "C" DEFAULT 'EMT' NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text COLLATE "C",
	"joined_at" date,
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
	"requires_second_factor" boolean DEFAULT false NOT NULL,
	CONSTRAINT "roles_ref_unique" UNIQUE("ref"),
	CONSTRAINT "roles_name_unique" UNIQUE("name")
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
CREATE TABLE "member_inbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"member_id" bigint NOT NULL,
	"pick_id" bigint NOT NULL,
	"round" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "stock_picks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"stock_id" bigint NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"category" text COLLATE "C",
	"buy_price" jsonb,
	"target_price" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"stop_loss" bigint,
	"sell_price" bigint,
	"risk" text COLLATE "C",
	"horizon" integer,
	"reason" text COLLATE "C",
	"chart" jsonb,
	"open_buy_id" bigint,
	"status" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	"published_on" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"audience" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"send_push" boolean DEFAULT false NOT NULL,
	"push_count" integer DEFAULT 0 NOT NULL,
	"late" boolean DEFAULT false NOT NULL,
	CONSTRAINT "stock_picks_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"times" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"section" text NOT NULL,
	"record" bigint NOT NULL,
	"action" text NOT NULL,
	"user" bigint,
	"created_by" text COLLATE "C",
	"mutation" text,
	"changes" jsonb NOT NULL
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
CREATE TABLE "error_logs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"message" text COLLATE "C" NOT NULL,
	"code" text COLLATE "C",
	"at" text COLLATE "C",
	"detail" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "former_slugs" (
	"section" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C" NOT NULL,
	"record" bigint NOT NULL,
	CONSTRAINT "former_slugs_section_slug_pk" PRIMARY KEY("section","slug")
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
CREATE TABLE "recovery_codes" (
	"user_id" bigint NOT NULL,
	"digest" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_digest_pk" PRIMARY KEY("user_id","digest")
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"section" text NOT NULL,
	"record" bigint NOT NULL,
	"version" integer NOT NULL,
	"is_kept" boolean NOT NULL,
	"values" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"secret" text,
	"confirmed_at" timestamp (3) with time zone,
	"pending" text,
	"pending_since" timestamp (3) with time zone DEFAULT now(),
	"last_period" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"event" text COLLATE "C" NOT NULL,
	"user" bigint,
	"name" text COLLATE "C" NOT NULL,
	"address" text COLLATE "C",
	"detail" text COLLATE "C",
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "security_events_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"jti" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"stock_id" bigint NOT NULL,
	"product" text COLLATE "C" NOT NULL,
	"category" text COLLATE "C",
	"trades" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"target" bigint,
	"stop_loss" bigint,
	"notes" text COLLATE "C",
	"moved" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"cost_left" bigint DEFAULT 0 NOT NULL,
	"purchases" bigint DEFAULT 0 NOT NULL,
	"realised" bigint DEFAULT 0 NOT NULL,
	"last_sale" bigint,
	"opened_on" date,
	"closed_on" date,
	"is_open" boolean DEFAULT true NOT NULL,
	"has_sales" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "positions_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
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
CREATE TABLE "bot_settings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" DEFAULT 'Coach' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"tone" text COLLATE "C" DEFAULT 'ramah dan ringkas' NOT NULL,
	"temperature" double precision DEFAULT 0.2 NOT NULL,
	"greeting" text COLLATE "C",
	"fallback" text COLLATE "C" DEFAULT 'Maaf, saya belum menemukan jawabannya. Pertanyaan Anda kami teruskan ke tim kami; jawabannya akan datang di sini.' NOT NULL,
	"instructions" text COLLATE "C",
	CONSTRAINT "bot_settings_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
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
CREATE TABLE "short_link_slugs" (
	"slug" text COLLATE "C" PRIMARY KEY NOT NULL,
	"link_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "short_links" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"slug" text COLLATE "C" NOT NULL,
	"title" text COLLATE "C",
	"target" text COLLATE "C" NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "short_links_ref_unique" UNIQUE("ref"),
	CONSTRAINT "short_links_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "short_link_visits" (
	"link_id" bigint NOT NULL,
	"visitor" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "short_link_visits_link_id_visitor_pk" PRIMARY KEY("link_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "analyses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"stock_id" bigint NOT NULL,
	"category_id" bigint,
	"body" text COLLATE "C" NOT NULL,
	"charts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"level" bigint,
	"is_breakout" boolean DEFAULT false NOT NULL,
	"alert_price" bigint,
	"alert_direction" text COLLATE "C",
	"alert_armed_on" date,
	"alert_fired_on" date,
	"alert_fired_at" timestamp (3) with time zone,
	"status" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	"published_at" timestamp (3) with time zone,
	"audience" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"post_id" bigint,
	CONSTRAINT "analyses_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "exchange_holidays" (
	"date" date PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "index_prices" (
	"date" date PRIMARY KEY NOT NULL,
	"previous" double precision NOT NULL,
	"close" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_action_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"stock_id" bigint NOT NULL,
	"event" text COLLATE "C" NOT NULL,
	"date" date NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"numerator" bigint NOT NULL,
	"denominator" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "stock_actions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"stock_id" bigint NOT NULL,
	"date" date NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"numerator" bigint NOT NULL,
	"denominator" bigint NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" text COLLATE "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_prices" (
	"stock_id" bigint NOT NULL,
	"date" date NOT NULL,
	"previous" bigint NOT NULL,
	"high" bigint NOT NULL,
	"low" bigint NOT NULL,
	"close" bigint NOT NULL,
	"volume" bigint NOT NULL,
	CONSTRAINT "stock_prices_stock_id_date_pk" PRIMARY KEY("stock_id","date")
);
--> statement-breakpoint
CREATE TABLE "stock_sectors" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"code" text COLLATE "C",
	"icon" text COLLATE "C",
	CONSTRAINT "stock_sectors_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "stocks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ref" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text COLLATE "C",
	"code" text COLLATE "C" NOT NULL,
	"company_name" text COLLATE "C" NOT NULL,
	"sector_id" bigint NOT NULL,
	"sectors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"board" text COLLATE "C",
	"is_syariah" boolean DEFAULT false NOT NULL,
	"listed_on" date,
	"listed_shares" bigint,
	"delisted_on" date,
	"logo" jsonb,
	"description" text COLLATE "C",
	CONSTRAINT "stocks_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_message_messages_id_fk" FOREIGN KEY ("message") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_room_rooms_id_fk" FOREIGN KEY ("room") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_reads" ADD CONSTRAINT "room_reads_room_rooms_id_fk" FOREIGN KEY ("room") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_reads" ADD CONSTRAINT "room_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_whatsapp_number_whatsapp_numbers_id_fk" FOREIGN KEY ("whatsapp_number") REFERENCES "public"."whatsapp_numbers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_assignee_sales_users_id_fk" FOREIGN KEY ("assignee_sales") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "faqs" ADD CONSTRAINT "faqs_category_categories_id_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticker_runs" ADD CONSTRAINT "ticker_runs_ticker_id_tickers_id_fk" FOREIGN KEY ("ticker_id") REFERENCES "public"."tickers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_attachments" ADD CONSTRAINT "lead_attachments_lead_leads_id_fk" FOREIGN KEY ("lead") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_closings" ADD CONSTRAINT "lead_closings_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_closings" ADD CONSTRAINT "lead_closings_sales_users_id_fk" FOREIGN KEY ("sales") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_sales_users_id_fk" FOREIGN KEY ("sales") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_failures" ADD CONSTRAINT "import_failures_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_chunks" ADD CONSTRAINT "knowledge_chunks_knowledge_id_knowledge_id_fk" FOREIGN KEY ("knowledge_id") REFERENCES "public"."knowledge"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_alert_dismissals" ADD CONSTRAINT "member_alert_dismissals_alert_id_member_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."member_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_alert_dismissals" ADD CONSTRAINT "member_alert_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_alerts" ADD CONSTRAINT "member_alerts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_alerts" ADD CONSTRAINT "member_alerts_account_id_membership_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."membership_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_leaves" ADD CONSTRAINT "member_leaves_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_sales_id_users_id_fk" FOREIGN KEY ("sales_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_accounts" ADD CONSTRAINT "membership_accounts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_entries" ADD CONSTRAINT "membership_entries_account_id_membership_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."membership_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_inbox" ADD CONSTRAINT "member_inbox_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_inbox" ADD CONSTRAINT "member_inbox_pick_id_stock_picks_id_fk" FOREIGN KEY ("pick_id") REFERENCES "public"."stock_picks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_picks" ADD CONSTRAINT "stock_picks_stock_id_stocks_id_fk" FOREIGN KEY ("stock_id") REFERENCES "public"."stocks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_picks" ADD CONSTRAINT "stock_picks_open_buy_id_stock_picks_id_fk" FOREIGN KEY ("open_buy_id") REFERENCES "public"."stock_picks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_audit_id_audit_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_stock_id_stocks_id_fk" FOREIGN KEY ("stock_id") REFERENCES "public"."stocks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_messages" ADD CONSTRAINT "bot_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qna_chats" ADD CONSTRAINT "qna_chats_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qna_chats" ADD CONSTRAINT "qna_chats_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qna_messages" ADD CONSTRAINT "qna_messages_chat_qna_chats_id_fk" FOREIGN KEY ("chat") REFERENCES "public"."qna_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qna_questions" ADD CONSTRAINT "qna_questions_chat_qna_chats_id_fk" FOREIGN KEY ("chat") REFERENCES "public"."qna_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "short_link_slugs" ADD CONSTRAINT "short_link_slugs_link_id_short_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."short_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "short_link_visits" ADD CONSTRAINT "short_link_visits_link_id_short_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."short_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_stock_id_stocks_id_fk" FOREIGN KEY ("stock_id") REFERENCES "public"."stocks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_action_log" ADD CONSTRAINT "stock_action_log_stock_id_stocks_id_fk" FOREIGN KEY ("stock_id") REFERENCES "public"."stocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_actions" ADD CONSTRAINT "stock_actions_stock_id_stocks_id_fk" FOREIGN KEY ("stock_id") REFERENCES "public"."stocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_prices" ADD CONSTRAINT "stock_prices_stock_id_stocks_id_fk" FOREIGN KEY ("stock_id") REFERENCES "public"."stocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocks" ADD CONSTRAINT "stocks_sector_id_stock_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."stock_sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("due_at","message") WHERE state in ('waiting', 'claimed');--> statement-breakpoint
CREATE UNIQUE INDEX "messages_room_place_index" ON "messages" USING btree ("room","place");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_provider" ON "messages" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("content" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_index" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_jti_index" ON "push_subscriptions" USING btree ("jti");--> statement-breakpoint
CREATE INDEX "room_reads_user_id_index" ON "room_reads" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rooms_whatsapp_number_customer_phone_index" ON "rooms" USING btree ("whatsapp_number","customer_phone");--> statement-breakpoint
CREATE INDEX "rooms_last_message_at_id_index" ON "rooms" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "rooms_last_message_at_last" ON "rooms" USING btree ("last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "rooms_status_last_message_at_id_index" ON "rooms" USING btree ("status","last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "rooms_assignee_sales_last_message_at_id_index" ON "rooms" USING btree ("assignee_sales","last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "rooms_tag" ON "rooms" USING gin ("tag" jsonb_path_ops) WHERE tag <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "rooms_search" ON "rooms" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "whatsapp_numbers_name_id_index" ON "whatsapp_numbers" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "banks_bank_name_id_index" ON "banks" USING btree ("bank_name","id");--> statement-breakpoint
CREATE INDEX "memberships_sort_id_index" ON "memberships" USING btree ("sort","id");--> statement-breakpoint
CREATE INDEX "memberships_sort_last" ON "memberships" USING btree ("sort" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "memberships_name_id_index" ON "memberships" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "merchandise_created_at_id_index" ON "merchandise" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "merchandise_name_id_index" ON "merchandise" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "merchandise_price_id_index" ON "merchandise" USING btree ("price","id");--> statement-breakpoint
CREATE INDEX "merchandise_stock_id_index" ON "merchandise" USING btree ("stock","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_items_position" ON "order_items" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_items_category_product_id_order_id_index" ON "order_items" USING btree ("category","product_id","order_id");--> statement-breakpoint
CREATE INDEX "orders_created_at_id_index" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_order_date_id_index" ON "orders" USING btree ("order_date","id");--> statement-breakpoint
CREATE INDEX "orders_order_date_last" ON "orders" USING btree ("order_date" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_phone_created_at_id_index" ON "orders" USING btree ("phone","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_items" ON "orders" USING gin ("items" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "orders_updated_at_id_index" ON "orders" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "orders_paid_at_id_index" ON "orders" USING btree ("paid_at","id");--> statement-breakpoint
CREATE INDEX "orders_paid_at_last" ON "orders" USING btree ("paid_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_total_id_index" ON "orders" USING btree ("total","id");--> statement-breakpoint
CREATE INDEX "orders_member_id_created_at_id_index" ON "orders" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_sales_created_at_id_index" ON "orders" USING btree ("sales","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_payment_status_created_at_id_index" ON "orders" USING btree ("payment_status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_promo_id_id_index" ON "orders" USING btree ("promo_id","id");--> statement-breakpoint
CREATE INDEX "orders_lead_id_index" ON "orders" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "orders_bank_id_index" ON "orders" USING btree ("bank","id");--> statement-breakpoint
CREATE INDEX "orders_campaign_id_id_index" ON "orders" USING btree ("campaign_id","id");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("due_at") WHERE "orders"."payment_status" = 'unpaid' and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "product_terms_section_product_variant_since_id_index" ON "product_terms" USING btree ("section","product","variant","since","id");--> statement-breakpoint
CREATE INDEX "promo_codes_created_at_id_index" ON "promo_codes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "promo_codes_start_id_index" ON "promo_codes" USING btree ("start","id");--> statement-breakpoint
CREATE INDEX "promo_codes_batch_id_index" ON "promo_codes" USING btree ("batch","id");--> statement-breakpoint
CREATE INDEX "promo_codes_batch_last" ON "promo_codes" USING btree ("batch" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "promo_redemptions_order" ON "promo_redemptions" USING btree ("order_id") WHERE "promo_redemptions"."released_at" is null;--> statement-breakpoint
CREATE INDEX "promo_redemptions_promo_id_id_index" ON "promo_redemptions" USING btree ("promo_id","id");--> statement-breakpoint
CREATE INDEX "rewards_created_at_id_index" ON "rewards" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "rewards_period_id_index" ON "rewards" USING btree ("period","id");--> statement-breakpoint
CREATE INDEX "rewards_name_id_index" ON "rewards" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "rewards_sales" ON "rewards" USING gin ("sales" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "categories_model_sequence_id_index" ON "categories" USING btree ("model","sequence","id");--> statement-breakpoint
CREATE INDEX "categories_name_id_index" ON "categories" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "categories_created_at_id_index" ON "categories" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "faqs_category_index" ON "faqs" USING btree ("category");--> statement-breakpoint
CREATE INDEX "faqs_sort_id_index" ON "faqs" USING btree ("sort","id");--> statement-breakpoint
CREATE INDEX "faqs_sort_last" ON "faqs" USING btree ("sort" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "faqs_question_id_index" ON "faqs" USING btree ("question","id");--> statement-breakpoint
CREATE INDEX "faqs_highlight_index" ON "faqs" USING btree ("highlight");--> statement-breakpoint
CREATE INDEX "for_you_sequence_id_index" ON "for_you" USING btree ("sequence","id");--> statement-breakpoint
CREATE INDEX "for_you_created_at_id_index" ON "for_you" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "media_created_at_id_index" ON "media" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pedia_terms_term_id_index" ON "pedia_terms" USING btree ("term","id");--> statement-breakpoint
CREATE INDEX "pedia_terms_related_index" ON "pedia_terms" USING gin ("related");--> statement-breakpoint
CREATE INDEX "popup_promotions_created_at_id_index" ON "popup_promotions" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_slug" ON "posts" USING btree ("slug") WHERE "posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "posts_trash" ON "posts" USING btree ("updated_at","id") WHERE "posts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "posts_created_at_id_index" ON "posts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "posts_updated_at_id_index" ON "posts" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "posts_published_at_id_index" ON "posts" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "posts_published_at_last" ON "posts" USING btree ("published_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "posts_title_id_index" ON "posts" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "posts_view_count_id_index" ON "posts" USING btree ("view_count","id");--> statement-breakpoint
CREATE INDEX "posts_status_created_at_id_index" ON "posts" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "posts_category_id_created_at_id_index" ON "posts" USING btree ("category_id","created_at","id");--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin (lower("title" collate "default") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "promotion_banners_sort_id_index" ON "promotion_banners" USING btree ("sort","id");--> statement-breakpoint
CREATE INDEX "promotion_banners_created_at_id_index" ON "promotion_banners" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sliders_sort_id_index" ON "sliders" USING btree ("sort","id");--> statement-breakpoint
CREATE INDEX "testimonies_sort_id_index" ON "testimonies" USING btree ("sort","id");--> statement-breakpoint
CREATE INDEX "ticker_runs_ticker_id_id_index" ON "ticker_runs" USING btree ("ticker_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticker_runs_open" ON "ticker_runs" USING btree ("ticker_id") WHERE "ticker_runs"."off_at" is null;--> statement-breakpoint
CREATE INDEX "tickers_start_index" ON "tickers" USING btree ("start");--> statement-breakpoint
CREATE INDEX "campaigns_name_id_index" ON "campaigns" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "campaigns_start_id_index" ON "campaigns" USING btree ("start","id");--> statement-breakpoint
CREATE INDEX "lead_attachments_lead_id_index" ON "lead_attachments" USING btree ("lead","id");--> statement-breakpoint
CREATE INDEX "lead_closings_sales_closed_at_index" ON "lead_closings" USING btree ("sales","closed_at");--> statement-breakpoint
CREATE INDEX "lead_closings_lead_id_index" ON "lead_closings" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "leads_created_at_id_index" ON "leads" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "leads_updated_at_id_index" ON "leads" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "leads_name_id_index" ON "leads" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "leads_phone_id_index" ON "leads" USING btree ("phone","id");--> statement-breakpoint
CREATE INDEX "leads_next_follow_up_id_index" ON "leads" USING btree ("next_follow_up","id");--> statement-breakpoint
CREATE INDEX "leads_next_follow_up_last" ON "leads" USING btree ("next_follow_up" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "leads_last_follow_up_id_index" ON "leads" USING btree ("last_follow_up","id");--> statement-breakpoint
CREATE INDEX "leads_last_follow_up_last" ON "leads" USING btree ("last_follow_up" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "leads_status_created_at_id_index" ON "leads" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "leads_sales_created_at_id_index" ON "leads" USING btree ("sales","created_at","id");--> statement-breakpoint
CREATE INDEX "leads_campaign_id_created_at_id_index" ON "leads" USING btree ("campaign_id","created_at","id");--> statement-breakpoint
CREATE INDEX "leads_tags" ON "leads" USING gin ("tags" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "leads_sources" ON "leads" USING gin ("lead_sources" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "import_failures_import_id_id_index" ON "import_failures" USING btree ("import_id","id");--> statement-breakpoint
CREATE INDEX "import_rows_import_id_outcome_id_index" ON "import_rows" USING btree ("import_id","outcome","id");--> statement-breakpoint
CREATE INDEX "imports_section_user_id_created_at_index" ON "imports" USING btree ("section","user_id","created_at");--> statement-breakpoint
CREATE INDEX "job_slots_created_at_index" ON "job_slots" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_active_key" ON "jobs" USING btree ("kind","key") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("lane","run_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_leases" ON "jobs" USING btree ("lease_until") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "jobs_user_id_id_index" ON "jobs" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "jobs_ended_at_index" ON "jobs" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "knowledge_created_at_id_index" ON "knowledge" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "knowledge_status_id_index" ON "knowledge" USING btree ("status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_chunks_place" ON "knowledge_chunks" USING btree ("knowledge_id","position");--> statement-breakpoint
CREATE INDEX "knowledge_chunks_words" ON "knowledge_chunks" USING gin ("words");--> statement-breakpoint
CREATE INDEX "knowledge_words_similar" ON "knowledge_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "member_alerts_member_id_id_index" ON "member_alerts" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "member_alerts_created_at_id_index" ON "member_alerts" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_alerts_step" ON "member_alerts" USING btree ("account_id","expires_on","step") WHERE "member_alerts"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "member_leaves_start_id_index" ON "member_leaves" USING btree ("start","id");--> statement-breakpoint
CREATE INDEX "member_leaves_member_id_product_start_index" ON "member_leaves" USING btree ("member_id","product","start");--> statement-breakpoint
CREATE UNIQUE INDEX "member_leaves_order_item" ON "member_leaves" USING btree ("order_item") WHERE "member_leaves"."order_item" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "members_phone_unique" ON "members" USING btree ("phone") WHERE "members"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "members_created_at_id_index" ON "members" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "members_updated_at_id_index" ON "members" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "members_name_id_index" ON "members" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "members_joined_at_id_index" ON "members" USING btree ("joined_at","id");--> statement-breakpoint
CREATE INDEX "members_joined_at_last" ON "members" USING btree ("joined_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "members_sales_id_created_at_id_index" ON "members" USING btree ("sales_id","created_at","id");--> statement-breakpoint
CREATE INDEX "members_deleted" ON "members" USING btree ("deleted_at","id") WHERE "members"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "members_tags" ON "members" USING gin ("tags" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "members_search" ON "members" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "membership_accounts_unique" ON "membership_accounts" USING btree ("member_id","product","type");--> statement-breakpoint
CREATE INDEX "membership_accounts_expires_on_member_id_index" ON "membership_accounts" USING btree ("expires_on","member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_entries_position" ON "membership_entries" USING btree ("account_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_entries_grant" ON "membership_entries" USING btree ("source_id") WHERE "membership_entries"."kind" = 'grant' and "membership_entries"."source" = 'order';--> statement-breakpoint
CREATE UNIQUE INDEX "membership_entries_round" ON "membership_entries" USING btree ("target","round") WHERE "membership_entries"."kind" in ('void', 'unvoid');--> statement-breakpoint
CREATE INDEX "membership_entries_source_source_id_index" ON "membership_entries" USING btree ("source","source_id");--> statement-breakpoint
CREATE INDEX "user_roles_role_id_index" ON "user_roles" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "users_name_id_index" ON "users" USING btree ("name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_inbox_once" ON "member_inbox" USING btree ("pick_id","round","member_id");--> statement-breakpoint
CREATE INDEX "member_inbox_member_id_id_index" ON "member_inbox" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "stock_picks_published_on_id_index" ON "stock_picks" USING btree ("published_on","id");--> statement-breakpoint
CREATE INDEX "stock_picks_published_on_last" ON "stock_picks" USING btree ("published_on" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stock_picks_created_at_id_index" ON "stock_picks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "stock_picks_updated_at_id_index" ON "stock_picks" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "stock_picks_stock_id_published_on_id_index" ON "stock_picks" USING btree ("stock_id","published_on" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stock_picks_kind_published_on_id_index" ON "stock_picks" USING btree ("kind","published_on" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stock_picks_open_buy_id_index" ON "stock_picks" USING btree ("open_buy_id");--> statement-breakpoint
CREATE INDEX "attempts_ends_at_index" ON "attempts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "audit_section_record_id_index" ON "audit" USING btree ("section","record","id");--> statement-breakpoint
CREATE INDEX "audit_created_at_index" ON "audit" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "changes_tx_place_index" ON "changes" USING btree ("tx","place");--> statement-breakpoint
CREATE INDEX "changes_area_ref_index" ON "changes" USING btree ("area","ref");--> statement-breakpoint
CREATE INDEX "error_logs_created_at_index" ON "error_logs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "former_slugs_section_record_index" ON "former_slugs" USING btree ("section","record");--> statement-breakpoint
CREATE INDEX "mutations_created_at_index" ON "mutations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "password_resets_user_id_index" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "revisions_version" ON "revisions" USING btree ("section","record","version");--> statement-breakpoint
CREATE INDEX "security_events_created_at_id_index" ON "security_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "security_events_user_index" ON "security_events" USING btree ("user");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "positions_open" ON "positions" USING btree ("stock_id","product") WHERE "positions"."is_open" and "positions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "positions_stock_id_index" ON "positions" USING btree ("stock_id");--> statement-breakpoint
CREATE INDEX "positions_opened_on_id_index" ON "positions" USING btree ("opened_on","id");--> statement-breakpoint
CREATE INDEX "positions_opened_on_last" ON "positions" USING btree ("opened_on" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "positions_closed_on_id_index" ON "positions" USING btree ("closed_on","id");--> statement-breakpoint
CREATE INDEX "positions_closed_on_last" ON "positions" USING btree ("closed_on" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "positions_created_at_id_index" ON "positions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "positions_updated_at_id_index" ON "positions" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "bot_messages_user_id_created_at_id_index" ON "bot_messages" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "bot_messages_created_at_id_index" ON "bot_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bot_messages_answers" ON "bot_messages" USING btree ("answers");--> statement-breakpoint
CREATE UNIQUE INDEX "qna_chats_running" ON "qna_chats" USING btree ("member_id",coalesce("kode_saham", '')) WHERE "qna_chats"."status" <> 'ended' and "qna_chats"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "qna_chats_last_message_at_id_index" ON "qna_chats" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "qna_chats_member_id_id_index" ON "qna_chats" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "qna_chats_last_message_at_last" ON "qna_chats" USING btree ("last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "qna_chats_status_last_message_at_id_index" ON "qna_chats" USING btree ("status","last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "qna_chats_assigned_to_last_message_at_id_index" ON "qna_chats" USING btree ("assigned_to","last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "qna_chats_handler_last_message_at_id_index" ON "qna_chats" USING btree ("handler","last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "qna_chats_kode_saham_id_index" ON "qna_chats" USING btree ("kode_saham","id");--> statement-breakpoint
CREATE INDEX "qna_chats_kode_saham_last" ON "qna_chats" USING btree ("kode_saham" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "qna_chats_created_at_id_index" ON "qna_chats" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "qna_messages_place" ON "qna_messages" USING btree ("chat","place");--> statement-breakpoint
CREATE INDEX "qna_messages_pictures" ON "qna_messages" USING btree ("created_at","id") WHERE "qna_messages"."by" = 'member' and "qna_messages"."kind" = 'image';--> statement-breakpoint
CREATE INDEX "qna_questions_chat_id_index" ON "qna_questions" USING btree ("chat","id");--> statement-breakpoint
CREATE INDEX "qna_questions_asked_at_id_index" ON "qna_questions" USING btree ("asked_at","id");--> statement-breakpoint
CREATE INDEX "qna_questions_answered_at_id_index" ON "qna_questions" USING btree ("answered_at","id") WHERE "qna_questions"."answered_at" is not null;--> statement-breakpoint
CREATE INDEX "short_link_slugs_link_id_index" ON "short_link_slugs" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "short_links_created_at_id_index" ON "short_links" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "short_link_visits_at_index" ON "short_link_visits" USING btree ("at");--> statement-breakpoint
CREATE INDEX "analyses_created_at_id_index" ON "analyses" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "analyses_updated_at_id_index" ON "analyses" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "analyses_published_at_id_index" ON "analyses" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "analyses_published_at_last" ON "analyses" USING btree ("published_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "analyses_title_id_index" ON "analyses" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "analyses_stock_id_published_at_id_index" ON "analyses" USING btree ("stock_id","published_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "analyses_category_id_index" ON "analyses" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "analyses_post_id_index" ON "analyses" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "analyses_fired" ON "analyses" USING btree ("alert_fired_at","id");--> statement-breakpoint
CREATE INDEX "analyses_fired_last" ON "analyses" USING btree ("alert_fired_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "analyses_armed" ON "analyses" USING btree ("stock_id") WHERE "analyses"."alert_price" is not null and "analyses"."alert_fired_on" is null;--> statement-breakpoint
CREATE INDEX "analyses_search" ON "analyses" USING gin (lower("title" collate "default") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "stock_action_log_stock_id_id_index" ON "stock_action_log" USING btree ("stock_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_actions_day" ON "stock_actions" USING btree ("stock_id","date");--> statement-breakpoint
CREATE INDEX "stock_prices_date_stock_id_index" ON "stock_prices" USING btree ("date","stock_id");--> statement-breakpoint
CREATE INDEX "stock_sectors_name_id_index" ON "stock_sectors" USING btree ("name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_sectors_name" ON "stock_sectors" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "stock_sectors_code" ON "stock_sectors" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "stocks_code" ON "stocks" USING btree ("code");--> statement-breakpoint
CREATE INDEX "stocks_company_name_id_index" ON "stocks" USING btree ("company_name","id");--> statement-breakpoint
CREATE INDEX "stocks_sector_id_index" ON "stocks" USING btree ("sector_id");--> statement-breakpoint
CREATE INDEX "stocks_listed_on_id_index" ON "stocks" USING btree ("listed_on","id");--> statement-breakpoint
CREATE INDEX "stocks_listed_on_last" ON "stocks" USING btree ("listed_on" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stocks_created_at_id_index" ON "stocks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "stocks_sectors" ON "stocks" USING gin ("sectors" jsonb_path_ops);--> statement-breakpoint
-- What was done to an account stays; the words of a reason may call a member by a name that has to be forgotten.
CREATE FUNCTION membership_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'entries of a membership are only added to';
END $$;--> statement-breakpoint
CREATE TRIGGER membership_entries_stay BEFORE UPDATE OR DELETE ON "membership_entries" FOR EACH ROW EXECUTE FUNCTION membership_entries_stay();
