CREATE TABLE "expected_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"instruction_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"name_digest" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "expected_files_instruction_id_name_digest_size_bytes_unique" UNIQUE("instruction_id","name_digest","size_bytes")
);
--> statement-breakpoint
DROP INDEX "instruction_files_created_at_index";--> statement-breakpoint
ALTER TABLE "instruction_files" ADD COLUMN "lease_until" timestamp with time zone DEFAULT now() + interval '1 hour' NOT NULL;--> statement-breakpoint
ALTER TABLE "expected_files" ADD CONSTRAINT "expected_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expected_files" ADD CONSTRAINT "expected_files_same_owner" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expected_files_user_id_index" ON "expected_files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "instruction_files_lease_until_index" ON "instruction_files" USING btree ("lease_until") WHERE state = 'uploading';--> statement-breakpoint
-- What is arriving at this moment is expected as well. A sealed name is bound to its id, which it keeps.
INSERT INTO "expected_files" ("id", "user_id", "instruction_id", "file_name", "name_digest", "size_bytes", "created_at")
SELECT "id", "user_id", "instruction_id", "file_name", "name_digest", "size_bytes", "created_at"
FROM "instruction_files" WHERE "state" = 'uploading'
ON CONFLICT DO NOTHING;
