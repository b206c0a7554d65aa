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
