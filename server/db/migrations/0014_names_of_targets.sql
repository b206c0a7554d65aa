CREATE INDEX "campaigns_name_id_index" ON "campaigns" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "campaigns_start_id_index" ON "campaigns" USING btree ("start","id");--> statement-breakpoint
CREATE INDEX "users_name_id_index" ON "users" USING btree ("name","id");