CREATE TABLE "bounce_readings" (
	"way" text PRIMARY KEY NOT NULL,
	"read_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"trouble" text,
	"uid_validity" bigint,
	"last_uid" bigint
);
--> statement-breakpoint
CREATE TABLE "bounce_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mail_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"kind" text NOT NULL,
	"status" text,
	"is_address_unknown" boolean NOT NULL,
	"reply" text,
	"reported_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"settled_at" timestamp with time zone,
	CONSTRAINT "bounce_reports_mail_id_digest_unique" UNIQUE("mail_id","digest"),
	CONSTRAINT "bounce_reports_settled" CHECK ((settled_at is null) = (outcome is null)),
	CONSTRAINT "bounce_reports_reply" CHECK (settled_at is null or reply is null)
);
--> statement-breakpoint
CREATE TABLE "sent_mails" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"mail" text NOT NULL,
	"ids" jsonb NOT NULL,
	"address_digest" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"bounced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "unreached_addresses" (
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"email" text NOT NULL,
	"status" text,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unreached_addresses_user_id_address_pk" PRIMARY KEY("user_id","address")
);
--> statement-breakpoint
ALTER TABLE "contact_checks" ADD COLUMN "is_unreached" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "repeats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unreached_addresses" ADD CONSTRAINT "unreached_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bounce_reports_reported_at_index" ON "bounce_reports" USING btree ("reported_at");--> statement-breakpoint
CREATE INDEX "sent_mails_taken_at_index" ON "sent_mails" USING btree ("taken_at");