CREATE INDEX "whatsapp_numbers_name_id_index" ON "whatsapp_numbers" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "categories_created_at_id_index" ON "categories" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "for_you_created_at_id_index" ON "for_you" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "short_links_created_at_id_index" ON "short_links" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "popup_promotions_created_at_id_index" ON "popup_promotions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "promotion_banners_created_at_id_index" ON "promotion_banners" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "banks_bank_name_id_index" ON "banks" USING btree ("bank_name","id");--> statement-breakpoint
CREATE INDEX "stock_sectors_name_id_index" ON "stock_sectors" USING btree ("name","id");