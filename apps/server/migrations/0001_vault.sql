CREATE TABLE "owner_keys" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"master_version" integer NOT NULL,
	"wrapped" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"master_version" integer NOT NULL,
	"wrapped" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_id" uuid NOT NULL,
	"code_digest" text NOT NULL,
	"link_digest" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"mail_state" text DEFAULT 'queued' NOT NULL,
	"owner_name" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contact_invitations_contact_id_unique" UNIQUE("contact_id"),
	CONSTRAINT "contact_invitations_link_digest_unique" UNIQUE("link_digest")
);
--> statement-breakpoint
CREATE TABLE "instruction_contacts" (
	"instruction_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "instruction_contacts_instruction_id_contact_id_pk" PRIMARY KEY("instruction_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "instruction_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"instruction_id" uuid NOT NULL,
	"object_key" text NOT NULL,
	"file_name" text NOT NULL,
	"name_digest" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"mime_type" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "instruction_files_object_key_unique" UNIQUE("object_key")
);
--> statement-breakpoint
CREATE TABLE "object_removals" (
	"object_key" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_storage" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"plan" text DEFAULT 'free' NOT NULL,
	"valid_until" date,
	"limit_mb" integer DEFAULT 30 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_storage_usage" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ALTER COLUMN "is_confirmed" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "trusted_contacts" drop column "is_confirmed";
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "status" text DEFAULT 'pending' NOT NULL;
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "is_confirmed" boolean GENERATED ALWAYS AS (status in ('confirmed', 'activated')) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "relationship" text;
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "category" text DEFAULT 'other' NOT NULL;
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "notes" text;
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "address" text;
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "preferred_language" text DEFAULT 'ru' NOT NULL;
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "is_minor" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "guardian_consent_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "protocol_activated_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "draft_id" uuid NOT NULL;
--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "title" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "category" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "priority" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "content" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "preview" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "recipient_name" text;
--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "recipient_email" text;
--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "reviewed_at" timestamp with time zone NOT NULL;
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD CONSTRAINT "trusted_contacts_id_user_id_unique" UNIQUE("id","user_id");
--> statement-breakpoint
ALTER TABLE "instructions" ADD CONSTRAINT "instructions_id_user_id_unique" UNIQUE("id","user_id");
--> statement-breakpoint
ALTER TABLE "owner_keys" ADD CONSTRAINT "owner_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contact_invitations" ADD CONSTRAINT "contact_invitations_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "instruction_contacts" ADD CONSTRAINT "instruction_contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "instruction_contacts" ADD CONSTRAINT "instruction_contacts_same_owner_instruction" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "instruction_contacts" ADD CONSTRAINT "instruction_contacts_same_owner_contact" FOREIGN KEY ("contact_id","user_id") REFERENCES "public"."trusted_contacts"("id","user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "instruction_files" ADD CONSTRAINT "instruction_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "instruction_files" ADD CONSTRAINT "instruction_files_same_owner" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_storage" ADD CONSTRAINT "user_storage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_storage_usage" ADD CONSTRAINT "user_storage_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "owner_keys_master_version_index" ON "owner_keys" USING btree ("master_version");
--> statement-breakpoint
CREATE INDEX "instruction_contacts_contact_id_index" ON "instruction_contacts" USING btree ("contact_id");
--> statement-breakpoint
CREATE INDEX "instruction_contacts_user_id_index" ON "instruction_contacts" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "instruction_files_instruction_id_index" ON "instruction_files" USING btree ("instruction_id");
--> statement-breakpoint
CREATE INDEX "instruction_files_user_id_index" ON "instruction_files" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "instruction_files_created_at_index" ON "instruction_files" USING btree ("created_at") WHERE state = 'uploading';
--> statement-breakpoint
CREATE UNIQUE INDEX "instruction_files_no_duplicates" ON "instruction_files" USING btree ("instruction_id","name_digest","size_bytes") WHERE state = 'stored';
--> statement-breakpoint
CREATE INDEX "object_removals_due_at_index" ON "object_removals" USING btree ("due_at");
--> statement-breakpoint
ALTER TABLE "instructions" ADD CONSTRAINT "instructions_have_a_key" FOREIGN KEY ("user_id") REFERENCES "public"."owner_keys"("user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "trusted_contacts_email_index" ON "trusted_contacts" USING btree ("email");
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD CONSTRAINT "trusted_contacts_user_id_email_unique" UNIQUE("user_id","email");
--> statement-breakpoint
ALTER TABLE "instructions" ADD CONSTRAINT "instructions_user_id_draft_id_unique" UNIQUE("user_id","draft_id");
