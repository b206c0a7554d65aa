ALTER TABLE "faqs" ADD COLUMN "highlight" integer;--> statement-breakpoint
CREATE INDEX "faqs_highlight_index" ON "faqs" USING btree ("highlight");