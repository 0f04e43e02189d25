CREATE TABLE "absence_tellings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"begun_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "absence_tellings_user_id_contact_id_unique" UNIQUE("user_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "absence_warnings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"second_mail_id" uuid NOT NULL,
	"removal_on" date NOT NULL,
	"first_ordered_at" timestamp with time zone NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"is_refused" boolean DEFAULT false NOT NULL,
	CONSTRAINT "absence_warnings_user_id_number_unique" UNIQUE("user_id","number"),
	CONSTRAINT "absence_warnings_number" CHECK (number between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"batches" integer DEFAULT 0 NOT NULL,
	"removed" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "handover_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "contacts_kept_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "absence_tellings" ADD CONSTRAINT "absence_tellings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absence_tellings" ADD CONSTRAINT "absence_tellings_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absence_warnings" ADD CONSTRAINT "absence_warnings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absence_tellings_contact_id_index" ON "absence_tellings" USING btree ("contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "retention_runs_one_open" ON "retention_runs" USING btree ("kind") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "retention_runs_began_at_index" ON "retention_runs" USING btree ("began_at");--> statement-breakpoint
CREATE INDEX "retention_runs_kind_began_at_index" ON "retention_runs" USING btree ("kind","began_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "account_links_expires_at_index" ON "account_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_requests_created_at_index" ON "account_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "deletion_notices_deleted_at_index" ON "deletion_notices" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "email_changes_waiting" ON "email_changes" USING btree ("requested_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_last_failed_at_index" ON "sign_in_attempts" USING btree ("last_failed_at");--> statement-breakpoint
CREATE INDEX "users_by_absence" ON "users" USING btree ("seen_at","id");--> statement-breakpoint
CREATE INDEX "users_unconfirmed" ON "users" USING btree ("created_at") WHERE not email_verified;--> statement-breakpoint
CREATE INDEX "contact_notices_created_at_index" ON "contact_notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "activation_requests_handed_over" ON "activation_requests" USING btree ("activated_at","id") WHERE activated_at is not null and handover_ended_at is null;--> statement-breakpoint
CREATE INDEX "activation_requests_contacts_kept" ON "activation_requests" USING btree ("contacts_kept_until") WHERE contacts_kept_until is not null;--> statement-breakpoint
CREATE INDEX "former_second_addresses_created_at_index" ON "former_second_addresses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "support_requests_created_at_index" ON "support_requests" USING btree ("created_at") WHERE status = 'answered';--> statement-breakpoint

-- Written by hand. The last sign of life of everybody of whom one is known; the others begin today.
UPDATE "users" SET "seen_at" = known.at FROM (
  SELECT user_id, max(at) AS at FROM (
    SELECT user_id, updated_at AS at FROM sessions
    UNION ALL
    SELECT user_id, created_at FROM security_events
    WHERE kind IN ('signed_in', 'signed_out', 'activation_stopped', 'check_in_answered')
    UNION ALL
    SELECT user_id, seen_at FROM presence_checks
  ) signs WHERE user_id IS NOT NULL GROUP BY user_id
) known WHERE known.user_id = "users"."id" AND known.at < now();
