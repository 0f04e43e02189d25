CREATE TABLE "removed_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"instruction_id" uuid NOT NULL,
	"removal_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"name_digest" text NOT NULL,
	"removed_on" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"valid_until" date NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"ordered_on" date NOT NULL,
	"taken_on" date,
	"refused_on" date,
	CONSTRAINT "plan_notices_once" UNIQUE("user_id","version","valid_until","amount_kopecks")
);
--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "grace_refused_on" date;--> statement-breakpoint
ALTER TABLE "removed_files" ADD CONSTRAINT "removed_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_files" ADD CONSTRAINT "removed_files_same_owner" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_notices" ADD CONSTRAINT "plan_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_files_instruction_id_index" ON "removed_files" USING btree ("instruction_id");--> statement-breakpoint
CREATE INDEX "removed_files_user_id_removal_id_index" ON "removed_files" USING btree ("user_id","removal_id");--> statement-breakpoint
-- A last warning was also noted where the mail server had refused it; all are written once more.
UPDATE "user_storage" SET "grace_notified_on" = NULL WHERE "grace_notified_on" IS NOT NULL;
