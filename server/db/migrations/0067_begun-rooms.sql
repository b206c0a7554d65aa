-- A room that began without a message sorts by when it began.
UPDATE "rooms" SET "last_message_at" = "created_at" WHERE "last_message_at" IS NULL;
