ALTER TABLE "online_classes" ALTER COLUMN "cover" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "programs" ALTER COLUMN "cover" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "cover" DROP NOT NULL;