CREATE TABLE "room_reads" (
	"room" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"place" integer NOT NULL,
	"saw_mark" boolean NOT NULL,
	CONSTRAINT "room_reads_room_user_id_pk" PRIMARY KEY("room","user_id")
);
--> statement-breakpoint
ALTER TABLE "room_reads" ADD CONSTRAINT "room_reads_room_rooms_id_fk" FOREIGN KEY ("room") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_reads" ADD CONSTRAINT "room_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "room_reads_user_id_index" ON "room_reads" USING btree ("user_id");