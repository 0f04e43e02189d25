CREATE TABLE "void_passwords" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"password_hash" text NOT NULL,
	"voided_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"preferred_language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "has_plain_cookies" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "void_passwords" ADD CONSTRAINT "void_passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_notices" ADD CONSTRAINT "contact_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "void_passwords_user_id_index" ON "void_passwords" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contact_notices_user_id_index" ON "contact_notices" USING btree ("user_id");--> statement-breakpoint
UPDATE "sessions" SET "has_plain_cookies" = true, "expires_at" = least("expires_at", "created_at" + interval '90 days');
