CREATE TABLE "instruction_searches" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"search_id" uuid NOT NULL,
	"held_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "instruction_searches" ADD CONSTRAINT "instruction_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;