DROP INDEX "rooms_status_last_message_at_id_index";--> statement-breakpoint
DROP INDEX "rooms_assignee_sales_last_message_at_id_index";--> statement-breakpoint
DROP INDEX "stock_picks_stock_id_published_on_id_index";--> statement-breakpoint
DROP INDEX "stock_picks_kind_published_on_id_index";--> statement-breakpoint
DROP INDEX "qna_chats_status_last_message_at_id_index";--> statement-breakpoint
DROP INDEX "qna_chats_assigned_to_last_message_at_id_index";--> statement-breakpoint
DROP INDEX "qna_chats_handler_last_message_at_id_index";--> statement-breakpoint
DROP INDEX "analyses_stock_id_published_at_id_index";--> statement-breakpoint
CREATE INDEX "rooms_last_message_at_last" ON "rooms" USING btree ("last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_order_date_last" ON "orders" USING btree ("order_date" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_paid_at_last" ON "orders" USING btree ("paid_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "leads_next_follow_up_last" ON "leads" USING btree ("next_follow_up" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "leads_last_follow_up_last" ON "leads" USING btree ("last_follow_up" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "members_joined_at_last" ON "members" USING btree ("joined_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stock_picks_published_on_last" ON "stock_picks" USING btree ("published_on" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "positions_opened_on_last" ON "positions" USING btree ("opened_on" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "positions_closed_on_last" ON "positions" USING btree ("closed_on" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "qna_chats_last_message_at_last" ON "qna_chats" USING btree ("last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "qna_chats_kode_saham_last" ON "qna_chats" USING btree ("kode_saham" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stocks_listed_on_last" ON "stocks" USING btree ("listed_on" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "faqs_sort_last" ON "faqs" USING btree ("sort" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "posts_published_at_last" ON "posts" USING btree ("published_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "memberships_sort_last" ON "memberships" USING btree ("sort" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "analyses_published_at_last" ON "analyses" USING btree ("published_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "analyses_fired_last" ON "analyses" USING btree ("alert_fired_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "rooms_status_last_message_at_id_index" ON "rooms" USING btree ("status","last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "rooms_assignee_sales_last_message_at_id_index" ON "rooms" USING btree ("assignee_sales","last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stock_picks_stock_id_published_on_id_index" ON "stock_picks" USING btree ("stock_id","published_on" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stock_picks_kind_published_on_id_index" ON "stock_picks" USING btree ("kind","published_on" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "qna_chats_status_last_message_at_id_index" ON "qna_chats" USING btree ("status","last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "qna_chats_assigned_to_last_message_at_id_index" ON "qna_chats" USING btree ("assigned_to","last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "qna_chats_handler_last_message_at_id_index" ON "qna_chats" USING btree ("handler","last_message_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "analyses_stock_id_published_at_id_index" ON "analyses" USING btree ("stock_id","published_at" DESC NULLS LAST,"id" DESC NULLS FIRST);