DROP INDEX "rooms_phone";--> statement-breakpoint
CREATE INDEX "rooms_phone_of_number" ON "rooms" USING btree ("whatsapp_number","customer_phone") WHERE customer_phone <> '';