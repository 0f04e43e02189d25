CREATE TABLE "mailbox_folders" (
	"user_id" uuid NOT NULL,
	"folder" text NOT NULL,
	"uid_validity" bigint NOT NULL,
	"total" integer NOT NULL,
	"unread" integer NOT NULL,
	CONSTRAINT "mailbox_folders_user_id_folder_pk" PRIMARY KEY("user_id","folder")
);
--> statement-breakpoint
CREATE TABLE "mailbox_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"folder" text NOT NULL,
	"uid_validity" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"envelope" text NOT NULL,
	"seal_id" uuid NOT NULL,
	CONSTRAINT "mailbox_messages_user_id_folder_uid_validity_uid_unique" UNIQUE("user_id","folder","uid_validity","uid")
);
--> statement-breakpoint
CREATE TABLE "mailboxes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"access" text NOT NULL,
	"seal_id" uuid NOT NULL,
	"state" text NOT NULL,
	"trouble" text,
	"trouble_since" timestamp with time zone,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"auto_sync_enabled" boolean DEFAULT true NOT NULL,
	"last_email_sync" timestamp with time zone,
	"connected_at" timestamp with time zone NOT NULL,
	"next_sync_at" timestamp with time zone,
	"ordered_at" timestamp with time zone,
	"sync_id" uuid,
	"sync_held_until" timestamp with time zone,
	CONSTRAINT "mailboxes_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "mailbox_folders" ADD CONSTRAINT "mailbox_folders_user_id_mailboxes_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."mailboxes"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_messages" ADD CONSTRAINT "mailbox_messages_user_id_mailboxes_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."mailboxes"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_have_a_key" FOREIGN KEY ("user_id") REFERENCES "public"."owner_keys"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailboxes_next_sync_at_index" ON "mailboxes" USING btree ("next_sync_at") WHERE next_sync_at is not null;