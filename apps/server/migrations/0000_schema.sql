CREATE TABLE "instruction_searches" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"search_id" uuid NOT NULL,
	"held_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "object_stores" (
	"name" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"window_started_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"operator_id" uuid NOT NULL,
	"fields" text[] NOT NULL,
	"proof" text NOT NULL,
	"reference" text NOT NULL,
	"corrected_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"digest" text NOT NULL,
	"email_change_id" uuid,
	"browser_digest" text,
	"sign_up" text,
	"asked_address" text,
	"asked_user_agent" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_links_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "account_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"accepted" text,
	"preferred_language" text,
	"browser_digest" text,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"document" text NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "deletion_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"status" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device_digest" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passwords" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"proven_at" timestamp with time zone,
	"factor_proven_at" timestamp with time zone,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_failed_at" timestamp with time zone NOT NULL,
	"warned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "tombstones" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"first_name" text,
	"last_name" text,
	"full_name" text GENERATED ALWAYS AS (nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')) STORED,
	"phone" text,
	"date_of_birth" date,
	"preferred_language" text DEFAULT 'ru' NOT NULL,
	"pin_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_profiles_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"second_factor_since" timestamp with time zone,
	"suspended_at" timestamp with time zone,
	"suspension_reason" text,
	"announced_set" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "void_passwords" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"password_hash" text NOT NULL,
	"voided_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authenticators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_step" integer,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"disowned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device_digest" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lost_device_waits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"reminders" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"disowned_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"disowned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "used_challenges" (
	"digest" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"act" text NOT NULL,
	"owner_id" uuid,
	"subject_id" uuid,
	"facts" jsonb NOT NULL,
	"seq" bigint,
	"previous_hash" text,
	"hash" text,
	CONSTRAINT "audit_entries_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
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
	"accepted_at" timestamp with time zone NOT NULL,
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
CREATE TABLE "contact_reconfirmations" (
	"contact_id" uuid PRIMARY KEY NOT NULL,
	"confirmed_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"reminders" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"link_id" uuid,
	"link_digest" text,
	"mailed_at" timestamp with time zone,
	"is_unreached" boolean DEFAULT false NOT NULL,
	CONSTRAINT "contact_reconfirmations_link_id_unique" UNIQUE("link_id"),
	CONSTRAINT "contact_reconfirmations_link_digest_unique" UNIQUE("link_digest"),
	CONSTRAINT "contact_reconfirmations_reminders" CHECK (reminders between 0 and 2),
	CONSTRAINT "contact_reconfirmations_asked" CHECK (asked_at is null or link_digest is not null)
);
--> statement-breakpoint
CREATE TABLE "contact_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_id" uuid NOT NULL,
	"code_digest" text,
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
CREATE TABLE "trusted_contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"relationship" text,
	"category" text DEFAULT 'other' NOT NULL,
	"notes" text,
	"address" text,
	"invitation_note" text,
	"seal_id" uuid NOT NULL,
	"preferred_language" text DEFAULT 'ru' NOT NULL,
	"is_minor" boolean DEFAULT false NOT NULL,
	"guardian_consent_at" timestamp with time zone,
	"status" text DEFAULT 'pending' NOT NULL,
	"is_confirmed" boolean GENERATED ALWAYS AS (status in ('confirmed', 'activated')) STORED NOT NULL,
	"protocol_activated_at" timestamp with time zone,
	"bound_user_id" uuid,
	"is_account_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "trusted_contacts_user_id_email_unique" UNIQUE("user_id","email"),
	CONSTRAINT "trusted_contacts_id_user_id_unique" UNIQUE("id","user_id"),
	CONSTRAINT "trusted_contacts_bound_when_confirmed" CHECK (bound_user_id is null or (is_confirmed and bound_user_id <> user_id)),
	CONSTRAINT "trusted_contacts_account_deleted_when_activated" CHECK (not is_account_deleted or (status = 'activated' and bound_user_id is null))
);
--> statement-breakpoint
CREATE TABLE "binned_contacts" (
	"instruction_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "binned_contacts_instruction_id_contact_id_pk" PRIMARY KEY("instruction_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "binned_instructions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"heading" text NOT NULL,
	"has_recipient" boolean NOT NULL,
	"category" text NOT NULL,
	"priority" text NOT NULL,
	"content" text NOT NULL,
	"text_digest" text NOT NULL,
	"text_saved_at" timestamp with time zone NOT NULL,
	"seal_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"reviewed_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "binned_instructions_id_user_id_unique" UNIQUE("id","user_id")
);
--> statement-breakpoint
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
CREATE TABLE "former_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"instruction_id" uuid,
	"binned_id" uuid,
	"heading" text NOT NULL,
	"content" text NOT NULL,
	"seal_id" uuid NOT NULL,
	"text_digest" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "former_texts_belong_to_one" CHECK (num_nonnulls(instruction_id, binned_id) = 1)
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
	"instruction_id" uuid,
	"binned_id" uuid,
	"object_key" text NOT NULL,
	"file_name" text NOT NULL,
	"name_digest" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"mime_type" text NOT NULL,
	"state" text NOT NULL,
	"lease_until" timestamp with time zone DEFAULT now() + interval '1 hour' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "instruction_files_object_key_unique" UNIQUE("object_key"),
	CONSTRAINT "instruction_files_belong_to_one" CHECK (num_nonnulls(instruction_id, binned_id) = 1 and (binned_id is null or state = 'stored'))
);
--> statement-breakpoint
CREATE TABLE "instruction_usage" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"instructions" integer NOT NULL,
	"characters" bigint NOT NULL,
	"next_review_check_at" timestamp with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instructions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"draft_id" uuid NOT NULL,
	"heading" text NOT NULL,
	"has_recipient" boolean NOT NULL,
	"category" text NOT NULL,
	"priority" text NOT NULL,
	"content" text NOT NULL,
	"text_digest" text NOT NULL,
	"text_saved_at" timestamp with time zone NOT NULL,
	"seal_id" uuid NOT NULL,
	"status" text DEFAULT 'outbox' NOT NULL,
	"queued_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"reviewed_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "instructions_user_id_draft_id_unique" UNIQUE("user_id","draft_id"),
	CONSTRAINT "instructions_id_user_id_unique" UNIQUE("id","user_id")
);
--> statement-breakpoint
CREATE TABLE "object_removals" (
	"object_key" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "removed_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"instruction_id" uuid NOT NULL,
	"removal_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"name_digest" text NOT NULL,
	"reason" text NOT NULL,
	"removed_on" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "interruptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "interruptions_in_order" CHECK (started_at <= ended_at)
);
--> statement-breakpoint
CREATE TABLE "worker_heartbeats" (
	"id" integer PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "worker_heartbeats_one" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "edition_notices" (
	"user_id" uuid NOT NULL,
	"edition" date NOT NULL,
	"document" text NOT NULL,
	"enqueued_at" timestamp with time zone NOT NULL,
	"notified_on" date,
	CONSTRAINT "edition_notices_user_id_edition_document_pk" PRIMARY KEY("user_id","edition","document")
);
--> statement-breakpoint
CREATE TABLE "announced_edition_sets" (
	"news" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "announced_edition_sets_number_unique" UNIQUE("number")
);
--> statement-breakpoint
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
	"enqueued_at" timestamp with time zone,
	"sync_id" uuid,
	"sync_held_until" timestamp with time zone,
	CONSTRAINT "mailboxes_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "maintenance_notices" (
	"window_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"enqueued_at" timestamp with time zone NOT NULL,
	"notified_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"cancellation_enqueued_at" timestamp with time zone,
	CONSTRAINT "maintenance_notices_window_id_user_id_pk" PRIMARY KEY("window_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "maintenance_windows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"planned_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	"notified_until" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"notified" integer,
	"notified_late" integer,
	CONSTRAINT "maintenance_windows_in_order" CHECK (starts_at < ends_at),
	CONSTRAINT "maintenance_windows_counted" CHECK ((closed_at is null) = (notified is null) and (closed_at is null) = (notified_late is null))
);
--> statement-breakpoint
CREATE TABLE "mail_outcomes" (
	"hour" timestamp with time zone NOT NULL,
	"mail" text NOT NULL,
	"outcome" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "mail_outcomes_hour_mail_outcome_pk" PRIMARY KEY("hour","mail","outcome")
);
--> statement-breakpoint
CREATE TABLE "desk_sessions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"open_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_step" integer,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempt_id" uuid,
	"object_key" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"files_done" integer DEFAULT 0 NOT NULL,
	"files_total" integer DEFAULT 0 NOT NULL,
	"bytes_done" bigint DEFAULT 0 NOT NULL,
	"bytes_total" bigint DEFAULT 0 NOT NULL,
	"size_bytes" bigint,
	"ticket_id" uuid,
	"downloaded_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "data_exports_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "data_exports_object_key_unique" UNIQUE("object_key")
);
--> statement-breakpoint
CREATE TABLE "data_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'expected' NOT NULL,
	"attempt_id" uuid,
	"object_key" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"size_bytes" bigint NOT NULL,
	"files_done" integer DEFAULT 0 NOT NULL,
	"files_total" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"outcome" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "data_imports_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "data_imports_object_key_unique" UNIQUE("object_key")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"detail" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"method_id" text NOT NULL,
	"title" text NOT NULL,
	"last4" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_requests" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"description" text NOT NULL,
	"receipt_email" text NOT NULL,
	"return_url" text,
	"method_id" text
);
--> statement-breakpoint
CREATE TABLE "payment_troubles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"refund_id" uuid,
	"subject_id" uuid NOT NULL,
	"owed_kopecks" integer,
	"since" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	"resolved_by" uuid,
	"settled_kopecks" integer,
	"reference" text,
	CONSTRAINT "payment_troubles_resolved_whole" CHECK ((resolved_at is null) = (resolution is null))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"plan_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"currency" text DEFAULT 'RUB' NOT NULL,
	"basis" integer NOT NULL,
	"provider" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"idempotence_key" text NOT NULL,
	"provider_payment_id" text,
	"confirmation_url" text,
	"client_return_token" text,
	"is_test" boolean,
	"receipt" text,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payments_idempotence_key_unique" UNIQUE("idempotence_key"),
	CONSTRAINT "payments_provider_provider_payment_id_unique" UNIQUE("provider","provider_payment_id"),
	CONSTRAINT "payments_user_id_client_return_token_unique" UNIQUE("user_id","client_return_token")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"idempotence_key" text NOT NULL,
	"provider_refund_id" text,
	"receipt_email" text,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_idempotence_key_unique" UNIQUE("idempotence_key"),
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id")
);
--> statement-breakpoint
CREATE TABLE "unknown_notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"object_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unknown_notifications_event_object_id_unique" UNIQUE("event","object_id")
);
--> statement-breakpoint
CREATE TABLE "outage_effects" (
	"outage_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "outage_effects_outage_id_user_id_pk" PRIMARY KEY("outage_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "outages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	CONSTRAINT "outages_started_at_ended_at_unique" UNIQUE("started_at","ended_at")
);
--> statement-breakpoint
CREATE TABLE "plan_gifts" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"contact_id" uuid
);
--> statement-breakpoint
CREATE TABLE "plan_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"valid_until" date NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"enqueued_on" date NOT NULL,
	"accepted_on" date,
	"refused_on" date,
	CONSTRAINT "plan_notices_once" UNIQUE("user_id","version","valid_until","amount_kopecks")
);
--> statement-breakpoint
CREATE TABLE "plan_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"period_from" date NOT NULL,
	"until" date NOT NULL,
	"price_kopecks" integer NOT NULL,
	"paid_days" integer NOT NULL,
	CONSTRAINT "plan_periods_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "removal_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"expired_on" date NOT NULL,
	"files_removed_on" date NOT NULL,
	"is_last" boolean NOT NULL,
	"enqueued_on" date NOT NULL,
	"started_at" timestamp with time zone,
	"accepted_on" date,
	"refused_on" date,
	CONSTRAINT "removal_notices_once" UNIQUE("contact_id","expired_on","files_removed_on","is_last")
);
--> statement-breakpoint
CREATE TABLE "check_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"round_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"digest" text NOT NULL,
	"enqueued_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"is_refused" boolean DEFAULT false NOT NULL,
	"repeats" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "check_ins_digest_unique" UNIQUE("digest"),
	CONSTRAINT "check_ins_round_id_number_unique" UNIQUE("round_id","number"),
	CONSTRAINT "check_ins_number" CHECK (number between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "check_in_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"frequency" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"next_check_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_in_rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"silent_since" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"notified_at" timestamp with time zone,
	"notified_contacts" integer,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "check_in_rounds_notified" CHECK ((notified_at is null) = (notified_contacts is null)),
	CONSTRAINT "check_in_rounds_ended" CHECK ((ended_at is null) = (ended_by is null))
);
--> statement-breakpoint
CREATE TABLE "check_in_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"round_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"started_at" timestamp with time zone,
	CONSTRAINT "check_in_notices_round_id_contact_id_unique" UNIQUE("round_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "review_reminders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"stage" integer NOT NULL,
	"enqueued_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"activation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"instruction_id" uuid NOT NULL,
	"contact_id" uuid,
	"envelope_id" uuid,
	"state" text DEFAULT 'queued' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deliveries_once" UNIQUE NULLS NOT DISTINCT("activation_id","instruction_id","contact_id"),
	CONSTRAINT "deliveries_sent_in_an_envelope" CHECK (envelope_id is not null or state in ('withheld', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "delivery_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reply" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"envelope_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"reminded_last_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_links_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "envelopes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"activation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"contact_id" uuid,
	"corrected_email" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"bounces" integer DEFAULT 0 NOT NULL,
	"last_refusal" text,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"claim_id" uuid,
	"reported_at" timestamp with time zone,
	"recalled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "envelopes_of_activation" UNIQUE("id","activation_id")
);
--> statement-breakpoint
CREATE TABLE "recall_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activation_pin_tries" (
	"contact_id" uuid PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "activation_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deceased_user_id" uuid NOT NULL,
	"trusted_contact_id" uuid,
	"initiator_user_id" uuid,
	"payment_id" uuid,
	"status" text NOT NULL,
	"end_reason" text,
	"request_reason" text,
	"decided_at" timestamp with time zone,
	"rejection" text,
	"approval_basis" text,
	"certificate_proposed_by" uuid,
	"certificate_proposed_at" timestamp with time zone,
	"certificate_approved_by" uuid,
	"claimed_by" uuid,
	"claimed_until" timestamp with time zone,
	"agreement_asked_at" timestamp with time zone,
	"seconded_by" uuid,
	"seconded_at" timestamp with time zone,
	"doubt_dismissed_at" timestamp with time zone,
	"alone_notified_at" timestamp with time zone,
	"is_alone" boolean DEFAULT false NOT NULL,
	"payment_started_at" timestamp with time zone,
	"end_reminder" text,
	"end_reminded_at" timestamp with time zone,
	"waiting_hours" integer,
	"waiting_since" timestamp with time zone,
	"release_at" timestamp with time zone,
	"warned_at" timestamp with time zone,
	"vetoed_by" text,
	"activated_at" timestamp with time zone,
	"armed_at" timestamp with time zone,
	"past_letters" jsonb,
	"handover_ended_at" timestamp with time zone,
	"contacts_kept_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "activation_requests_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "activation_requests_have_a_reason" CHECK (status not in ('requested', 'approved', 'rejected') or request_reason is not null),
	CONSTRAINT "activation_requests_rejected_for_a_reason" CHECK ((status = 'rejected') = (rejection is not null)),
	CONSTRAINT "activation_requests_claims_end" CHECK ((claimed_by is null) = (claimed_until is null)),
	CONSTRAINT "activation_requests_certificate_in_two_steps" CHECK (status <> 'approved' or approval_basis is distinct from 'death_certificate' or (certificate_proposed_by is not null and certificate_proposed_at is not null and certificate_approved_by is not null and (certificate_approved_by <> certificate_proposed_by or decided_at >= certificate_proposed_at + interval '24 hours'))),
	CONSTRAINT "activation_requests_waiting_has_an_end" CHECK (status <> 'waiting' or (waiting_hours > 0 and waiting_since is not null and release_at >= waiting_since + make_interval(hours => waiting_hours))),
	CONSTRAINT "activation_requests_never_early" CHECK (activated_at is null or release_at is null or activated_at >= release_at)
);
--> statement-breakpoint
CREATE TABLE "activation_doubts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"contact_id" uuid,
	"doubted_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ending" text,
	CONSTRAINT "activation_doubts_end_in_a_way" CHECK ((ended_at is null) = (ending is null))
);
--> statement-breakpoint
CREATE TABLE "contact_vetoes" (
	"contact_id" uuid PRIMARY KEY NOT NULL,
	"vetoed_at" timestamp with time zone,
	"questioned_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"approved_basis" text
);
--> statement-breakpoint
CREATE TABLE "former_second_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "protocol_rules" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"waiting_hours" integer DEFAULT 0 NOT NULL,
	"needs_second" boolean DEFAULT false NOT NULL,
	"pending_waiting_hours" integer,
	"pending_needs_second" boolean,
	"pending_from" timestamp with time zone,
	"chosen_at" timestamp with time zone,
	"veto_code_digest" text,
	"veto_code_created_at" timestamp with time zone,
	"used_veto_code_digest" text,
	CONSTRAINT "protocol_rules_veto_code_digest_unique" UNIQUE("veto_code_digest"),
	CONSTRAINT "protocol_rules_used_veto_code_digest_unique" UNIQUE("used_veto_code_digest")
);
--> statement-breakpoint
CREATE TABLE "second_addresses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"link_id" uuid NOT NULL,
	"link_digest" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "second_addresses_link_digest_unique" UNIQUE("link_digest")
);
--> statement-breakpoint
CREATE TABLE "veto_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"activation_id" uuid NOT NULL,
	"address" text NOT NULL,
	"mailbox_digest" text NOT NULL,
	"digest" text NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "veto_links_digest_unique" UNIQUE("digest"),
	CONSTRAINT "veto_links_one_per_mailbox" UNIQUE("activation_id","mailbox_digest")
);
--> statement-breakpoint
CREATE TABLE "request_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"object_key" text NOT NULL,
	"file_name" text NOT NULL,
	"name_digest" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"mime_type" text NOT NULL,
	"state" text NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "request_documents_object_key_unique" UNIQUE("object_key")
);
--> statement-breakpoint
CREATE TABLE "request_papers" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"master_version" integer NOT NULL,
	"wrapped" text NOT NULL,
	"explanation" text NOT NULL,
	"note" text,
	"asked_for" text,
	"asked_at" timestamp with time zone,
	"asked_answered_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rehearsal_participants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rehearsal_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"contact_id" uuid,
	"digest" text,
	"email" text NOT NULL,
	"name" text,
	"state" text DEFAULT 'asked' NOT NULL,
	"pin" text DEFAULT 'not_asked' NOT NULL,
	"pin_tries" integer DEFAULT 0 NOT NULL,
	"accepted_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	CONSTRAINT "rehearsal_participants_digest_unique" UNIQUE("digest"),
	CONSTRAINT "rehearsal_participants_rehearsal_id_contact_id_unique" UNIQUE("rehearsal_id","contact_id"),
	CONSTRAINT "rehearsal_participants_kind" CHECK ((kind = 'contact') = (contact_id is not null) and (kind = 'contact') = (digest is not null)),
	CONSTRAINT "rehearsal_participants_answered" CHECK ((state = 'answered') = (answered_at is not null)),
	CONSTRAINT "rehearsal_participants_tries" CHECK (pin_tries between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "rehearsal_reminders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"enqueued_at" timestamp with time zone,
	"next_check_at" timestamp with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rehearsals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"mails_recipients" boolean NOT NULL,
	CONSTRAINT "rehearsals_id_user_id_unique" UNIQUE("id","user_id"),
	CONSTRAINT "rehearsals_ended" CHECK ((ended_at is null) = (ended_by is null))
);
--> statement-breakpoint
CREATE TABLE "inactivity_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "inactivity_notices_user_id_contact_id_unique" UNIQUE("user_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "inactivity_warnings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"second_mail_id" uuid NOT NULL,
	"removal_on" date NOT NULL,
	"first_enqueued_at" timestamp with time zone NOT NULL,
	"enqueued_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"is_refused" boolean DEFAULT false NOT NULL,
	CONSTRAINT "inactivity_warnings_user_id_number_unique" UNIQUE("user_id","number"),
	CONSTRAINT "inactivity_warnings_number" CHECK (number between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"batches" integer DEFAULT 0 NOT NULL,
	"removed" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_storage" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"plan" text DEFAULT 'free' NOT NULL,
	"limit_mb" integer DEFAULT 30 NOT NULL,
	"period" text,
	"period_from" date,
	"valid_until" date,
	"renewal_day" integer,
	"price_kopecks" integer,
	"paid_days" integer,
	"auto_renewal" boolean DEFAULT false NOT NULL,
	"former_plan" text,
	"former_period" text,
	"expired_on" date,
	"grace_until" date,
	"grace_warned" integer,
	"grace_notified_on" date,
	"grace_refused_on" date,
	"grace_unnotified_since" date
);
--> statement-breakpoint
CREATE TABLE "user_storage_usage" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "user_storage_usage_not_negative" CHECK (used_bytes >= 0)
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"author" text NOT NULL,
	"draft_id" uuid NOT NULL,
	"text" text NOT NULL,
	"mail_state" text DEFAULT 'queued' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "support_messages_request_id_draft_id_unique" UNIQUE("request_id","draft_id")
);
--> statement-breakpoint
CREATE TABLE "support_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"draft_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"category" text NOT NULL,
	"name" text NOT NULL,
	"user_email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"tier" text NOT NULL,
	"answer_by" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"answer_refused_at" timestamp with time zone,
	CONSTRAINT "support_requests_reference_unique" UNIQUE("reference"),
	CONSTRAINT "support_requests_user_id_draft_id_unique" UNIQUE("user_id","draft_id")
);
--> statement-breakpoint
ALTER TABLE "instruction_searches" ADD CONSTRAINT "instruction_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_keys" ADD CONSTRAINT "owner_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_corrections" ADD CONSTRAINT "account_corrections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_email_change_id_email_changes_id_fk" FOREIGN KEY ("email_change_id") REFERENCES "public"."email_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passwords" ADD CONSTRAINT "passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "void_passwords" ADD CONSTRAINT "void_passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_device_waits" ADD CONSTRAINT "lost_device_waits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unreached_addresses" ADD CONSTRAINT "unreached_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_reconfirmations" ADD CONSTRAINT "contact_reconfirmations_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_invitations" ADD CONSTRAINT "contact_invitations_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_notices" ADD CONSTRAINT "contact_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD CONSTRAINT "trusted_contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD CONSTRAINT "trusted_contacts_bound_user_id_users_id_fk" FOREIGN KEY ("bound_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "binned_contacts" ADD CONSTRAINT "binned_contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "binned_contacts" ADD CONSTRAINT "binned_contacts_same_owner_instruction" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."binned_instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "binned_contacts" ADD CONSTRAINT "binned_contacts_same_owner_contact" FOREIGN KEY ("contact_id","user_id") REFERENCES "public"."trusted_contacts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "binned_instructions" ADD CONSTRAINT "binned_instructions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "binned_instructions" ADD CONSTRAINT "binned_instructions_have_a_key" FOREIGN KEY ("user_id") REFERENCES "public"."owner_keys"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expected_files" ADD CONSTRAINT "expected_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expected_files" ADD CONSTRAINT "expected_files_same_owner" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_texts" ADD CONSTRAINT "former_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_texts" ADD CONSTRAINT "former_texts_same_owner" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_texts" ADD CONSTRAINT "former_texts_same_owner_binned" FOREIGN KEY ("binned_id","user_id") REFERENCES "public"."binned_instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_contacts" ADD CONSTRAINT "instruction_contacts_same_owner_instruction" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_contacts" ADD CONSTRAINT "instruction_contacts_same_owner_contact" FOREIGN KEY ("contact_id","user_id") REFERENCES "public"."trusted_contacts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_files" ADD CONSTRAINT "instruction_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_files" ADD CONSTRAINT "instruction_files_same_owner" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_files" ADD CONSTRAINT "instruction_files_same_owner_binned" FOREIGN KEY ("binned_id","user_id") REFERENCES "public"."binned_instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_usage" ADD CONSTRAINT "instruction_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructions" ADD CONSTRAINT "instructions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructions" ADD CONSTRAINT "instructions_have_a_key" FOREIGN KEY ("user_id") REFERENCES "public"."owner_keys"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_files" ADD CONSTRAINT "removed_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_files" ADD CONSTRAINT "removed_files_same_owner" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_notices" ADD CONSTRAINT "edition_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_folders" ADD CONSTRAINT "mailbox_folders_user_id_mailboxes_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."mailboxes"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_messages" ADD CONSTRAINT "mailbox_messages_user_id_mailboxes_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."mailboxes"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_have_a_key" FOREIGN KEY ("user_id") REFERENCES "public"."owner_keys"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_notices" ADD CONSTRAINT "maintenance_notices_window_id_maintenance_windows_id_fk" FOREIGN KEY ("window_id") REFERENCES "public"."maintenance_windows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_notices" ADD CONSTRAINT "maintenance_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_sessions" ADD CONSTRAINT "desk_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_sessions" ADD CONSTRAINT "desk_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_imports" ADD CONSTRAINT "data_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_troubles" ADD CONSTRAINT "payment_troubles_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_troubles" ADD CONSTRAINT "payment_troubles_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_effects" ADD CONSTRAINT "outage_effects_outage_id_outages_id_fk" FOREIGN KEY ("outage_id") REFERENCES "public"."outages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_effects" ADD CONSTRAINT "outage_effects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_gifts" ADD CONSTRAINT "plan_gifts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_gifts" ADD CONSTRAINT "plan_gifts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_gifts" ADD CONSTRAINT "plan_gifts_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_notices" ADD CONSTRAINT "plan_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removal_notices" ADD CONSTRAINT "removal_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removal_notices" ADD CONSTRAINT "removal_notices_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_round_id_check_in_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."check_in_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_settings" ADD CONSTRAINT "check_in_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_rounds" ADD CONSTRAINT "check_in_rounds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_notices" ADD CONSTRAINT "check_in_notices_round_id_check_in_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."check_in_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_notices" ADD CONSTRAINT "check_in_notices_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reminders" ADD CONSTRAINT "review_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_activation_id_activation_requests_id_fk" FOREIGN KEY ("activation_id") REFERENCES "public"."activation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_same_owner_instruction" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_same_owner_contact" FOREIGN KEY ("contact_id","user_id") REFERENCES "public"."trusted_contacts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_same_activation_envelope" FOREIGN KEY ("envelope_id","activation_id") REFERENCES "public"."envelopes"("id","activation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_links" ADD CONSTRAINT "delivery_links_envelope_id_envelopes_id_fk" FOREIGN KEY ("envelope_id") REFERENCES "public"."envelopes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_activation_id_activation_requests_id_fk" FOREIGN KEY ("activation_id") REFERENCES "public"."activation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_same_owner_contact" FOREIGN KEY ("contact_id","user_id") REFERENCES "public"."trusted_contacts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_notices" ADD CONSTRAINT "recall_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_pin_tries" ADD CONSTRAINT "activation_pin_tries_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_deceased_user_id_users_id_fk" FOREIGN KEY ("deceased_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_trusted_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("trusted_contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_initiator_user_id_users_id_fk" FOREIGN KEY ("initiator_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_seconded_by_trusted_contacts_id_fk" FOREIGN KEY ("seconded_by") REFERENCES "public"."trusted_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_doubts" ADD CONSTRAINT "activation_doubts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_doubts" ADD CONSTRAINT "activation_doubts_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_vetoes" ADD CONSTRAINT "contact_vetoes_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_second_addresses" ADD CONSTRAINT "former_second_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "protocol_rules" ADD CONSTRAINT "protocol_rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_addresses" ADD CONSTRAINT "second_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "veto_links" ADD CONSTRAINT "veto_links_activation_id_activation_requests_id_fk" FOREIGN KEY ("activation_id") REFERENCES "public"."activation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_request_id_request_papers_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."request_papers"("request_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_papers" ADD CONSTRAINT "request_papers_request_id_activation_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."activation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsal_participants" ADD CONSTRAINT "rehearsal_participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsal_participants" ADD CONSTRAINT "rehearsal_participants_rehearsal" FOREIGN KEY ("rehearsal_id","user_id") REFERENCES "public"."rehearsals"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsal_participants" ADD CONSTRAINT "rehearsal_participants_contact" FOREIGN KEY ("contact_id","user_id") REFERENCES "public"."trusted_contacts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsal_reminders" ADD CONSTRAINT "rehearsal_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsals" ADD CONSTRAINT "rehearsals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inactivity_notices" ADD CONSTRAINT "inactivity_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inactivity_notices" ADD CONSTRAINT "inactivity_notices_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inactivity_warnings" ADD CONSTRAINT "inactivity_warnings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_storage" ADD CONSTRAINT "user_storage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_storage_usage" ADD CONSTRAINT "user_storage_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_have_a_key" FOREIGN KEY ("user_id") REFERENCES "public"."owner_keys"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "owner_keys_master_version_index" ON "owner_keys" USING btree ("master_version");--> statement-breakpoint
CREATE INDEX "rate_limits_window_started_at" ON "rate_limits" USING btree ("window_started_at");--> statement-breakpoint
CREATE INDEX "account_corrections_user_id_corrected_at_index" ON "account_corrections" USING btree ("user_id","corrected_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "account_links_user_id_index" ON "account_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "account_links_email_change_id_index" ON "account_links" USING btree ("email_change_id");--> statement-breakpoint
CREATE INDEX "account_links_expires_at_index" ON "account_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_requests_email_index" ON "account_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "account_requests_created_at_index" ON "account_requests" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "consents_user_id_document_version_index" ON "consents" USING btree ("user_id","document","version");--> statement-breakpoint
CREATE INDEX "deletion_notices_deleted_at_index" ON "deletion_notices" USING btree ("deleted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_one_pending" ON "email_changes" USING btree ("user_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "email_changes_user_id_index" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_changes_old_email_index" ON "email_changes" USING btree ("old_email");--> statement-breakpoint
CREATE INDEX "email_changes_pending" ON "email_changes" USING btree ("requested_at") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "known_devices_user_id_device_digest_index" ON "known_devices" USING btree ("user_id","device_digest");--> statement-breakpoint
CREATE INDEX "security_events_user_id_created_at_index" ON "security_events" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "security_events_created_at_index" ON "security_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_last_failed_at_index" ON "sign_in_attempts" USING btree ("last_failed_at");--> statement-breakpoint
CREATE INDEX "users_by_inactivity" ON "users" USING btree ("seen_at","id");--> statement-breakpoint
CREATE INDEX "users_by_registration" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_to_announce" ON "users" USING btree ("announced_set","id") WHERE email_verified;--> statement-breakpoint
CREATE INDEX "users_unconfirmed" ON "users" USING btree ("created_at") WHERE not email_verified;--> statement-breakpoint
CREATE INDEX "void_passwords_user_id_index" ON "void_passwords" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_user_id_index" ON "pending_sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_expires_at_index" ON "pending_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "lost_device_waits_one_open" ON "lost_device_waits" USING btree ("user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "lost_device_waits_user_id_index" ON "lost_device_waits" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "lost_device_waits_open" ON "lost_device_waits" USING btree ("started_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "lost_device_waits_ended" ON "lost_device_waits" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "passkeys_user_id_index" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_user_id_digest_index" ON "recovery_codes" USING btree ("user_id","digest");--> statement-breakpoint
CREATE INDEX "used_challenges_expires_at_index" ON "used_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_entries_of_owner" ON "audit_entries" USING btree ("owner_id","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_of_act" ON "audit_entries" USING btree ("act","seq");--> statement-breakpoint
CREATE INDEX "bounce_reports_reported_at_index" ON "bounce_reports" USING btree ("reported_at");--> statement-breakpoint
CREATE INDEX "sent_mails_accepted_at_index" ON "sent_mails" USING btree ("accepted_at");--> statement-breakpoint
CREATE INDEX "contact_reconfirmations_due" ON "contact_reconfirmations" USING btree ("due_at","contact_id");--> statement-breakpoint
CREATE INDEX "contact_notices_user_id_index" ON "contact_notices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contact_notices_created_at_index" ON "contact_notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "trusted_contacts_user_id_created_at_index" ON "trusted_contacts" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "trusted_contacts_email_index" ON "trusted_contacts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "trusted_contacts_bound_user_id_index" ON "trusted_contacts" USING btree ("bound_user_id");--> statement-breakpoint
CREATE INDEX "binned_contacts_contact_id_index" ON "binned_contacts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "binned_contacts_user_id_index" ON "binned_contacts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "binned_instructions_user_id_deleted_at_index" ON "binned_instructions" USING btree ("user_id","deleted_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "binned_instructions_deleted_at_index" ON "binned_instructions" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "expected_files_user_id_index" ON "expected_files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "former_texts_instruction_id_saved_at_index" ON "former_texts" USING btree ("instruction_id","saved_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "former_texts_binned_id_index" ON "former_texts" USING btree ("binned_id") WHERE binned_id is not null;--> statement-breakpoint
CREATE INDEX "former_texts_user_id_index" ON "former_texts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "instruction_contacts_contact_id_index" ON "instruction_contacts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "instruction_contacts_user_id_index" ON "instruction_contacts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "instruction_files_instruction_id_index" ON "instruction_files" USING btree ("instruction_id");--> statement-breakpoint
CREATE INDEX "instruction_files_binned_id_index" ON "instruction_files" USING btree ("binned_id") WHERE binned_id is not null;--> statement-breakpoint
CREATE INDEX "instruction_files_user_id_index" ON "instruction_files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "instruction_files_lease_until_index" ON "instruction_files" USING btree ("lease_until") WHERE state = 'uploading';--> statement-breakpoint
CREATE UNIQUE INDEX "instruction_files_no_duplicates" ON "instruction_files" USING btree ("instruction_id","name_digest","size_bytes") WHERE state = 'stored';--> statement-breakpoint
CREATE INDEX "instruction_usage_next_review_check_at_user_id_index" ON "instruction_usage" USING btree ("next_review_check_at","user_id");--> statement-breakpoint
CREATE INDEX "instructions_user_id_created_at_index" ON "instructions" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "object_removals_due_at_index" ON "object_removals" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "removed_files_instruction_id_index" ON "removed_files" USING btree ("instruction_id");--> statement-breakpoint
CREATE INDEX "removed_files_user_id_removal_id_index" ON "removed_files" USING btree ("user_id","removal_id");--> statement-breakpoint
CREATE INDEX "interruptions_ended_at_index" ON "interruptions" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "edition_notices_unnotified" ON "edition_notices" USING btree ("edition","enqueued_at") WHERE notified_on is null;--> statement-breakpoint
CREATE INDEX "mailboxes_next_sync_at_index" ON "mailboxes" USING btree ("next_sync_at") WHERE next_sync_at is not null;--> statement-breakpoint
CREATE INDEX "maintenance_notices_user_id_index" ON "maintenance_notices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "maintenance_notices_unnotified" ON "maintenance_notices" USING btree ("window_id","enqueued_at") WHERE notified_at is null and refused_at is null;--> statement-breakpoint
CREATE INDEX "maintenance_notices_cancellable" ON "maintenance_notices" USING btree ("window_id","user_id") WHERE notified_at is not null and cancellation_enqueued_at is null;--> statement-breakpoint
CREATE INDEX "maintenance_windows_open" ON "maintenance_windows" USING btree ("ends_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "maintenance_windows_closed" ON "maintenance_windows" USING btree ("id") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "desk_sessions_user_id_index" ON "desk_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "data_exports_expires_at_index" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "data_imports_expires_at_index" ON "data_imports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "payment_events_payment_id_id_index" ON "payment_events" USING btree ("payment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_troubles_one_open" ON "payment_troubles" USING btree ("kind","subject_id") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "payment_troubles_payment_id_index" ON "payment_troubles" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_troubles_since_id_index" ON "payment_troubles" USING btree ("since","id") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "payment_troubles_resolved_at_id_index" ON "payment_troubles" USING btree ("resolved_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE resolved_at is not null;--> statement-breakpoint
CREATE INDEX "payments_user_id_created_at_index" ON "payments" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_next_check_at_index" ON "payments" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "payments_created_at_index" ON "payments" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_pending" ON "payments" USING btree ("user_id","provider","plan_id","kind","basis","amount_kopecks") WHERE status = 'pending' and kind not in ('activation', 'gift');--> statement-breakpoint
CREATE INDEX "refunds_payment_id_index" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_next_check_at_index" ON "refunds" USING btree ("next_check_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "unknown_notifications_created_at_index" ON "unknown_notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outages_applied_at_index" ON "outages" USING btree ("applied_at");--> statement-breakpoint
CREATE INDEX "plan_gifts_owner_id_index" ON "plan_gifts" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "plan_gifts_contact_id_index" ON "plan_gifts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "plan_periods_user_id_index" ON "plan_periods" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plan_periods_until_index" ON "plan_periods" USING btree ("until");--> statement-breakpoint
CREATE INDEX "removal_notices_user_id_index" ON "removal_notices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "check_in_settings_due" ON "check_in_settings" USING btree ("next_check_at","user_id") WHERE frequency <> 'disabled';--> statement-breakpoint
CREATE UNIQUE INDEX "check_in_rounds_one_open" ON "check_in_rounds" USING btree ("user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "check_in_rounds_user_id_started_at_index" ON "check_in_rounds" USING btree ("user_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "check_in_notices_contact_id_index" ON "check_in_notices" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "deliveries_activation_id_state_index" ON "deliveries" USING btree ("activation_id","state");--> statement-breakpoint
CREATE INDEX "deliveries_withheld" ON "deliveries" USING btree ("activation_id","contact_id") WHERE state = 'withheld';--> statement-breakpoint
CREATE INDEX "deliveries_instruction_id_index" ON "deliveries" USING btree ("instruction_id");--> statement-breakpoint
CREATE INDEX "deliveries_contact_id_index" ON "deliveries" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "deliveries_envelope_id_index" ON "deliveries" USING btree ("envelope_id");--> statement-breakpoint
CREATE INDEX "deliveries_user_id_index" ON "deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "delivery_events_delivery_id_id_index" ON "delivery_events" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_links_one_open" ON "delivery_links" USING btree ("envelope_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "delivery_links_envelope_id_index" ON "delivery_links" USING btree ("envelope_id");--> statement-breakpoint
CREATE INDEX "delivery_links_ending" ON "delivery_links" USING btree ("expires_at") WHERE closed_at is null and reminded_last_at is null;--> statement-breakpoint
CREATE INDEX "envelopes_activation_id_state_index" ON "envelopes" USING btree ("activation_id","state");--> statement-breakpoint
CREATE INDEX "envelopes_contact_id_index" ON "envelopes" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "envelopes_user_id_index" ON "envelopes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "envelopes_claim_id_index" ON "envelopes" USING btree ("claim_id") WHERE claim_id is not null;--> statement-breakpoint
CREATE INDEX "envelopes_next_attempt_at_index" ON "envelopes" USING btree ("next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "envelopes_unreached" ON "envelopes" USING btree ("created_at","id") WHERE state = 'unreachable' or (state = 'queued' and last_refusal in ('permanent', 'unknown_address'));--> statement-breakpoint
CREATE INDEX "recall_notices_user_id_index" ON "recall_notices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recall_notices_created_at_index" ON "recall_notices" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "activation_requests_one_started" ON "activation_requests" USING btree ("deceased_user_id") WHERE status in ('waiting', 'activated', 'delivering', 'delivered', 'partially_delivered');--> statement-breakpoint
CREATE UNIQUE INDEX "activation_requests_one_open" ON "activation_requests" USING btree ("deceased_user_id","trusted_contact_id") WHERE status in ('requested', 'approved', 'agreement_pending', 'agreed', 'payment_pending');--> statement-breakpoint
CREATE INDEX "activation_requests_handed_over" ON "activation_requests" USING btree ("activated_at","id") WHERE activated_at is not null and handover_ended_at is null;--> statement-breakpoint
CREATE INDEX "activation_requests_contacts_kept" ON "activation_requests" USING btree ("contacts_kept_until") WHERE contacts_kept_until is not null;--> statement-breakpoint
CREATE INDEX "activation_requests_asked" ON "activation_requests" USING btree ("created_at","id") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "activation_requests_decided" ON "activation_requests" USING btree ("decided_at","id") WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX "activation_requests_unanswered" ON "activation_requests" USING btree ("agreement_asked_at","id") WHERE status = 'agreement_pending' and alone_notified_at is null;--> statement-breakpoint
CREATE INDEX "activation_requests_stale" ON "activation_requests" USING btree ("updated_at","id") WHERE status in ('approved', 'agreement_pending', 'agreed');--> statement-breakpoint
CREATE INDEX "activation_requests_claimed" ON "activation_requests" USING btree ("claimed_by","created_at") WHERE status = 'requested' and claimed_by is not null;--> statement-breakpoint
CREATE INDEX "activation_requests_waiting" ON "activation_requests" USING btree ("release_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "activation_requests_deceased_user_id_created_at_index" ON "activation_requests" USING btree ("deceased_user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activation_requests_trusted_contact_id_index" ON "activation_requests" USING btree ("trusted_contact_id");--> statement-breakpoint
CREATE INDEX "activation_requests_initiator_user_id_index" ON "activation_requests" USING btree ("initiator_user_id");--> statement-breakpoint
CREATE INDEX "activation_requests_seconded_by_index" ON "activation_requests" USING btree ("seconded_by");--> statement-breakpoint
CREATE UNIQUE INDEX "activation_doubts_one_open" ON "activation_doubts" USING btree ("owner_id","contact_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "activation_doubts_open" ON "activation_doubts" USING btree ("doubted_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "activation_doubts_owner_id_index" ON "activation_doubts" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "activation_doubts_contact_id_index" ON "activation_doubts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "former_second_addresses_user_id_index" ON "former_second_addresses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "former_second_addresses_created_at_index" ON "former_second_addresses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "second_addresses_email_index" ON "second_addresses" USING btree ("email");--> statement-breakpoint
CREATE INDEX "request_documents_request_id_index" ON "request_documents" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "request_documents_lease_until_index" ON "request_documents" USING btree ("lease_until") WHERE state = 'uploading';--> statement-breakpoint
CREATE UNIQUE INDEX "request_documents_no_duplicates" ON "request_documents" USING btree ("request_id","name_digest","size_bytes") WHERE state = 'stored';--> statement-breakpoint
CREATE INDEX "request_papers_master_version_index" ON "request_papers" USING btree ("master_version");--> statement-breakpoint
CREATE INDEX "rehearsal_participants_contact_id_index" ON "rehearsal_participants" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "rehearsal_participants_user_id_index" ON "rehearsal_participants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "rehearsal_reminders_next_check_at_user_id_index" ON "rehearsal_reminders" USING btree ("next_check_at","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rehearsals_one_open" ON "rehearsals" USING btree ("user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "rehearsals_user_id_started_at_index" ON "rehearsals" USING btree ("user_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "rehearsals_ends_at_index" ON "rehearsals" USING btree ("ends_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "inactivity_notices_contact_id_index" ON "inactivity_notices" USING btree ("contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "retention_runs_one_open" ON "retention_runs" USING btree ("kind") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "retention_runs_started_at_index" ON "retention_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "retention_runs_kind_started_at_index" ON "retention_runs" USING btree ("kind","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "user_storage_valid_until_index" ON "user_storage" USING btree ("valid_until") WHERE valid_until is not null;--> statement-breakpoint
CREATE INDEX "user_storage_grace_until_index" ON "user_storage" USING btree ("grace_until") WHERE grace_until is not null;--> statement-breakpoint
CREATE INDEX "support_messages_request_id_created_at_index" ON "support_messages" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "support_messages_created_at_index" ON "support_messages" USING btree ("created_at") WHERE mail_state = 'queued' and author = 'owner';--> statement-breakpoint
CREATE INDEX "support_requests_user_id_created_at_index" ON "support_requests" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "support_requests_created_at_index" ON "support_requests" USING btree ("created_at") WHERE status = 'answered';--> statement-breakpoint
CREATE INDEX "support_requests_open" ON "support_requests" USING btree ("answer_by","id") WHERE status <> 'answered' or answer_refused_at is not null;--> statement-breakpoint
CREATE INDEX "support_requests_answered" ON "support_requests" USING btree ("answered_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'answered';--> statement-breakpoint
-- Constraints, functions and triggers that the table definitions cannot express.
ALTER TABLE maintenance_windows ADD CONSTRAINT maintenance_windows_no_overlap
  EXCLUDE USING gist (tstzrange(starts_at, ends_at) WITH &&) WHERE (cancelled_at IS NULL);
--> statement-breakpoint
-- The bytes used by an owner are the sum of their file rows.
CREATE FUNCTION count_instruction_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_storage_usage AS usage (user_id, used_bytes)
    VALUES (NEW.user_id, NEW.size_bytes)
    ON CONFLICT (user_id) DO UPDATE SET used_bytes = usage.used_bytes + EXCLUDED.used_bytes;
    RETURN NEW;
  END IF;
  UPDATE user_storage_usage SET used_bytes = used_bytes - OLD.size_bytes WHERE user_id = OLD.user_id;
  -- An upload in progress may still write its object after the row is deleted.
  INSERT INTO object_removals (object_key, due_at)
  VALUES (OLD.object_key, CASE OLD.state WHEN 'uploading' THEN now() + interval '1 hour' ELSE now() END)
  ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_instruction_file
  AFTER INSERT OR DELETE ON instruction_files
  FOR EACH ROW EXECUTE FUNCTION count_instruction_file();
--> statement-breakpoint
-- Owner, object and size of a file never change; the sum above depends on it.
CREATE FUNCTION keep_instruction_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a file keeps its owner, object and size';
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_instruction_file
  BEFORE UPDATE OF user_id, object_key, size_bytes ON instruction_files
  FOR EACH ROW EXECUTE FUNCTION keep_instruction_file();
--> statement-breakpoint
-- Number and size of an owner's texts.
CREATE FUNCTION count_instruction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE instruction_usage
    SET instructions = instructions - 1, characters = characters - octet_length(OLD.content)
    WHERE user_id = OLD.user_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO instruction_usage AS usage (user_id, instructions, characters)
    VALUES (NEW.user_id, 1, octet_length(NEW.content))
    ON CONFLICT (user_id) DO UPDATE SET instructions = usage.instructions + 1,
      characters = usage.characters + EXCLUDED.characters;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_instruction
  AFTER INSERT OR DELETE ON instructions
  FOR EACH ROW EXECUTE FUNCTION count_instruction();
--> statement-breakpoint
CREATE TRIGGER count_changed_instruction
  AFTER UPDATE OF user_id, content ON instructions
  FOR EACH ROW
  WHEN (OLD.user_id <> NEW.user_id OR octet_length(OLD.content) <> octet_length(NEW.content))
  EXECUTE FUNCTION count_instruction();
--> statement-breakpoint
-- Bytes of text behind this many sealed characters of this many texts.
CREATE FUNCTION text_bytes_of(characters bigint, texts bigint, seal_frame integer, seal_tag integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(0, (characters - seal_frame * texts) * 3 / 4 - seal_tag * texts)
$$;
--> statement-breakpoint
-- Counts a call against a rate limit like the statement of the application.
CREATE FUNCTION count_call(
  p_key text,
  p_now timestamptz,
  p_ended_before timestamptz,
  p_latest_start timestamptz,
  p_most_calls integer
) RETURNS rate_limits LANGUAGE plpgsql AS $$
DECLARE
  counted rate_limits;
BEGIN
  INSERT INTO rate_limits AS known (key, window_started_at, count) VALUES (p_key, p_now, 1)
  ON CONFLICT (key) DO UPDATE SET
    window_started_at = CASE
      WHEN known.window_started_at > p_ended_before AND known.window_started_at <= p_latest_start
      THEN known.window_started_at ELSE p_now END,
    count = CASE
      WHEN known.window_started_at > p_ended_before AND known.window_started_at <= p_latest_start
      THEN least(known.count, p_most_calls) + 1 ELSE 1 END
  RETURNING * INTO counted;
  RETURN counted;
END $$;
--> statement-breakpoint
-- Creates an instruction in one round trip: checks the session, and counts the call if the caller has
-- not done so. Locks the owner first, as every use case does.
-- `outcome` names the refusal.
CREATE FUNCTION create_instruction(
  p_session_id uuid,
  p_counts_call boolean,
  p_limit_key text,
  p_most_calls integer,
  p_ended_before timestamptz,
  p_latest_start timestamptz,
  p_user_id uuid,
  p_key_id uuid,
  p_id uuid,
  p_draft_id uuid,
  p_heading text,
  p_has_recipient boolean,
  p_category text,
  p_priority text,
  p_content text,
  p_seal_id uuid,
  p_contact_ids uuid[],
  p_now timestamptz,
  p_event_id uuid,
  p_ip_address text,
  p_user_agent text,
  p_most_instructions integer,
  p_text_bytes bigint,
  p_most_text_bytes bigint,
  p_seal_frame integer,
  p_seal_tag integer,
  p_text_digest text,
  OUT outcome text,
  OUT written_id uuid,
  OUT window_started_at timestamptz
) RETURNS record LANGUAGE plpgsql AS $$
DECLARE
  found_key uuid;
  counted rate_limits;
  texts bigint;
  characters bigint;
  contacts integer;
BEGIN
  SELECT owner_keys.key_id INTO found_key
  FROM users
  INNER JOIN sessions ON sessions.user_id = users.id
  LEFT JOIN owner_keys ON owner_keys.user_id = users.id
  WHERE users.id = p_user_id AND sessions.id = p_session_id AND sessions.expires_at > p_now
  FOR UPDATE OF users;
  IF NOT FOUND THEN
    outcome := 'session_missing';
    RETURN;
  END IF;
  IF p_counts_call THEN
    counted := count_call(p_limit_key, p_now, p_ended_before, p_latest_start, p_most_calls);
    IF counted.count > p_most_calls THEN
      outcome := 'too_often';
      window_started_at := counted.window_started_at;
      RETURN;
    END IF;
  END IF;
  -- A statement of its own sees the changes of previous holders of the lock.
  SELECT
    (SELECT id FROM instructions WHERE user_id = p_user_id AND draft_id = p_draft_id),
    (SELECT count(*) FROM trusted_contacts
      WHERE user_id = p_user_id AND id = ANY (p_contact_ids)),
    usage.instructions, usage.characters
  INTO written_id, contacts, texts, characters
  FROM (VALUES (p_user_id)) owner (id)
  LEFT JOIN instruction_usage usage ON usage.user_id = owner.id;
  IF written_id IS NOT NULL THEN
    outcome := 'repeated';
    RETURN;
  END IF;
  IF texts >= p_most_instructions THEN
    outcome := 'too_many';
    RETURN;
  END IF;
  IF coalesce(text_bytes_of(characters, texts, p_seal_frame, p_seal_tag), 0) + p_text_bytes
    > p_most_text_bytes THEN
    outcome := 'too_long';
    RETURN;
  END IF;
  IF contacts < cardinality(p_contact_ids) THEN
    outcome := 'contact_unknown';
    RETURN;
  END IF;
  IF found_key IS DISTINCT FROM p_key_id THEN
    outcome := 'key_changed';
    RETURN;
  END IF;
  INSERT INTO instructions (id, user_id, draft_id, heading, has_recipient, category, priority,
    content, text_digest, text_saved_at, seal_id, reviewed_at, created_at, updated_at)
  VALUES (p_id, p_user_id, p_draft_id, p_heading, p_has_recipient, p_category, p_priority,
    p_content, p_text_digest, p_now, p_seal_id, p_now, p_now, p_now);
  INSERT INTO instruction_contacts (instruction_id, contact_id, user_id)
  SELECT p_id, contact_id, p_user_id FROM unnest(p_contact_ids) contact_id;
  INSERT INTO security_events (id, user_id, kind, ip_address, user_agent, created_at)
  VALUES (p_event_id, p_user_id, 'instruction_created', p_ip_address, p_user_agent, p_now);
  outcome := 'written';
  written_id := p_id;
END $$;
--> statement-breakpoint
-- Saves an instruction over the version that was opened, and over no other. Locks owner, then instruction.
-- Keeps the replaced title and text as a former one, unless they were saved only minutes ago.
CREATE FUNCTION change_instruction(
  p_session_id uuid,
  p_counts_call boolean,
  p_limit_key text,
  p_most_calls integer,
  p_ended_before timestamptz,
  p_latest_start timestamptz,
  p_user_id uuid,
  p_key_id uuid,
  p_id uuid,
  p_version integer,
  p_heading text,
  p_has_recipient boolean,
  p_category text,
  p_priority text,
  p_content text,
  p_seal_id uuid,
  p_contact_ids uuid[],
  p_now timestamptz,
  p_text_bytes bigint,
  p_most_text_bytes bigint,
  p_seal_frame integer,
  p_seal_tag integer,
  p_text_digest text,
  p_former_id uuid,
  p_former_after_minutes integer,
  p_most_former_texts integer,
  OUT outcome text,
  OUT found_version integer,
  OUT written_at timestamptz,
  OUT has_files boolean,
  OUT window_started_at timestamptz
) RETURNS record LANGUAGE plpgsql AS $$
DECLARE
  found_key uuid;
  counted rate_limits;
  is_open boolean;
  is_for_same boolean;
  former_contacts uuid[];
  former_digest text;
  former_saved_at timestamptz;
  own_characters bigint;
  other_texts bigint;
  other_characters bigint;
BEGIN
  SELECT owner_keys.key_id INTO found_key
  FROM users
  INNER JOIN sessions ON sessions.user_id = users.id
  LEFT JOIN owner_keys ON owner_keys.user_id = users.id
  WHERE users.id = p_user_id AND sessions.id = p_session_id AND sessions.expires_at > p_now
  FOR UPDATE OF users;
  IF NOT FOUND THEN
    outcome := 'session_missing';
    RETURN;
  END IF;
  IF p_counts_call THEN
    counted := count_call(p_limit_key, p_now, p_ended_before, p_latest_start, p_most_calls);
    IF counted.count > p_most_calls THEN
      outcome := 'too_often';
      window_started_at := counted.window_started_at;
      RETURN;
    END IF;
  END IF;
  SELECT version, created_at, status = 'outbox' AND queued_at IS NULL, octet_length(content),
    text_digest, text_saved_at,
    ARRAY(SELECT contact_id FROM instruction_contacts WHERE instruction_id = p_id),
    EXISTS (SELECT FROM instruction_files WHERE instruction_id = p_id)
      OR EXISTS (SELECT FROM expected_files WHERE instruction_id = p_id)
      OR EXISTS (SELECT FROM removed_files WHERE instruction_id = p_id)
  INTO found_version, written_at, is_open, own_characters, former_digest, former_saved_at,
    former_contacts, has_files
  FROM instructions WHERE id = p_id AND user_id = p_user_id FOR UPDATE;
  IF NOT FOUND THEN
    outcome := 'not_found';
    RETURN;
  END IF;
  IF NOT is_open THEN
    outcome := 'closed';
    RETURN;
  END IF;
  IF found_version <> p_version THEN
    outcome := 'version_conflict';
    RETURN;
  END IF;
  -- A shorter text is always accepted.
  IF p_text_bytes > text_bytes_of(own_characters, 1, p_seal_frame, p_seal_tag) THEN
    SELECT usage.instructions - 1, usage.characters - own_characters
    INTO other_texts, other_characters
    FROM instruction_usage usage WHERE usage.user_id = p_user_id;
    IF text_bytes_of(other_characters, other_texts, p_seal_frame, p_seal_tag) + p_text_bytes
      > p_most_text_bytes THEN
      outcome := 'too_long';
      RETURN;
    END IF;
  END IF;
  -- Recipients seldom change; only new ones are looked up.
  is_for_same := p_contact_ids @> former_contacts AND p_contact_ids <@ former_contacts;
  IF NOT is_for_same AND (
    SELECT count(*) FROM trusted_contacts
    WHERE user_id = p_user_id AND id = ANY (p_contact_ids)
  ) < cardinality(p_contact_ids) THEN
    outcome := 'contact_unknown';
    RETURN;
  END IF;
  IF found_key IS DISTINCT FROM p_key_id THEN
    outcome := 'key_changed';
    RETURN;
  END IF;
  IF former_digest <> p_text_digest THEN
    IF former_saved_at <= p_now - make_interval(mins => p_former_after_minutes) THEN
      INSERT INTO former_texts (id, user_id, instruction_id, heading, content, seal_id, text_digest,
        saved_at)
      SELECT p_former_id, user_id, id, heading, content, seal_id, text_digest, former_saved_at
      FROM instructions WHERE id = p_id;
      -- A text that was restored and replaced again appears once.
      DELETE FROM former_texts
      WHERE instruction_id = p_id AND id <> p_former_id AND text_digest = former_digest;
      DELETE FROM former_texts WHERE id IN (
        SELECT id FROM former_texts WHERE instruction_id = p_id
        ORDER BY saved_at DESC, id DESC OFFSET p_most_former_texts);
      -- All former texts of an owner take at most as much space as the current ones may.
      DELETE FROM former_texts WHERE id IN (
        SELECT id FROM (
          SELECT id, text_bytes_of(sum(octet_length(content)) OVER newest, count(*) OVER newest,
            p_seal_frame, p_seal_tag) AS bytes
          FROM former_texts WHERE user_id = p_user_id
          WINDOW newest AS (ORDER BY saved_at DESC, id DESC)) sized
        WHERE bytes > p_most_text_bytes);
    END IF;
    former_saved_at := p_now;
  END IF;
  UPDATE instructions SET heading = p_heading, has_recipient = p_has_recipient,
    category = p_category, priority = p_priority, content = p_content, seal_id = p_seal_id,
    text_digest = p_text_digest, text_saved_at = former_saved_at,
    version = p_version + 1, reviewed_at = p_now, updated_at = p_now
  WHERE id = p_id;
  IF NOT is_for_same THEN
    DELETE FROM instruction_contacts
    WHERE instruction_id = p_id AND contact_id <> ALL (p_contact_ids);
    INSERT INTO instruction_contacts (instruction_id, contact_id, user_id)
    SELECT p_id, contact_id, p_user_id FROM unnest(p_contact_ids) contact_id
    ON CONFLICT DO NOTHING;
  END IF;
  outcome := 'written';
END $$;
--> statement-breakpoint
-- After a mail that asked for a review, the next review decides anew about the following mail.
CREATE FUNCTION call_for_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE instruction_usage SET next_review_check_at = date_trunc('milliseconds', now())
  WHERE user_id = NEW.user_id AND next_review_check_at > now()
    AND EXISTS (SELECT 1 FROM review_reminders WHERE review_reminders.user_id = NEW.user_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER call_for_review
  AFTER INSERT OR UPDATE OF reviewed_at ON instructions
  FOR EACH ROW EXECUTE FUNCTION call_for_review();
--> statement-breakpoint
-- The transitions of an activation (see the README of the protocol): no other can be written.
CREATE FUNCTION activation_may_move(before text, after text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE before
    WHEN 'requested' THEN after IN ('approved', 'rejected', 'payment_canceled')
    WHEN 'approved' THEN after IN ('agreement_pending', 'payment_pending', 'payment_canceled', 'vetoed')
    WHEN 'agreement_pending' THEN after IN ('agreed', 'payment_canceled', 'vetoed')
    WHEN 'agreed' THEN after IN ('payment_pending', 'payment_canceled', 'vetoed')
    WHEN 'payment_pending' THEN after IN ('payment_canceled', 'activated', 'waiting', 'refunded', 'vetoed')
    WHEN 'payment_canceled' THEN after IN ('refunded')
    WHEN 'waiting' THEN after IN ('refunded', 'activated', 'vetoed')
    WHEN 'activated' THEN after IN ('delivering', 'delivered', 'partially_delivered', 'past')
    WHEN 'delivering' THEN after IN ('delivered', 'partially_delivered', 'past')
    WHEN 'delivered' THEN after IN ('delivering', 'partially_delivered', 'past')
    WHEN 'partially_delivered' THEN after IN ('delivering', 'delivered', 'past')
    ELSE false
  END
$$;
--> statement-breakpoint
-- A release day can be postponed, never brought forward.
CREATE FUNCTION guard_activation_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND NOT activation_may_move(OLD.status, NEW.status) THEN
    RAISE EXCEPTION 'an activation cannot go from % to %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status = 'waiting' AND NEW.release_at IS DISTINCT FROM OLD.release_at
    AND (NEW.status <> 'waiting' OR NEW.release_at IS NULL OR NEW.release_at < OLD.release_at) THEN
    RAISE EXCEPTION 'the day of release is only put off' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER guard_activation_status
  BEFORE UPDATE OF status, release_at ON activation_requests
  FOR EACH ROW EXECUTE FUNCTION guard_activation_status();
--> statement-breakpoint
-- No release while another contact's doubt is open.
CREATE FUNCTION refuse_doubted_release() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM activation_doubts doubt
    WHERE doubt.owner_id = NEW.deceased_user_id AND doubt.ended_at IS NULL
      AND (doubt.contact_id IS NULL OR doubt.contact_id IS DISTINCT FROM NEW.trusted_contact_id)
  ) THEN
    RAISE EXCEPTION 'a doubt about this activation is open' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER refuse_doubted_release
  BEFORE UPDATE OF status ON activation_requests
  FOR EACH ROW
  WHEN (NEW.status = 'activated' AND OLD.status <> 'activated')
  EXECUTE FUNCTION refuse_doubted_release();
--> statement-breakpoint
-- Binds a contact that becomes confirmed to the account with its verified address. The lock on the address
-- serialises this with a sign-up that is confirmed at the same moment; neither would see the other.
CREATE FUNCTION bind_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.bound_user_id IS NOT NULL AND NEW.bound_user_id IS NULL AND NEW.status = OLD.status THEN
    -- The account was deleted. A contact without an activation has to confirm again.
    IF NEW.status = 'confirmed' THEN
      NEW.status := 'pending';
    ELSE
      NEW.is_account_deleted := true;
    END IF;
  END IF;
  IF OLD.is_account_deleted AND NEW.status <> 'activated' THEN
    -- Agreed with a deleted account: another account with the address does not inherit the agreement.
    NEW.is_account_deleted := false;
    IF NEW.status = 'confirmed' THEN
      NEW.status := 'pending';
    END IF;
  END IF;
  IF NEW.status NOT IN ('confirmed', 'activated') THEN
    NEW.bound_user_id := NULL;
  ELSIF NEW.bound_user_id IS NULL AND OLD.status NOT IN ('confirmed', 'activated') THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('contact-address:' || NEW.email, 0));
    SELECT id INTO NEW.bound_user_id FROM users
    WHERE email = NEW.email AND email_verified AND id <> NEW.user_id
    FOR KEY SHARE;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER bind_contact
  BEFORE UPDATE OF status, bound_user_id ON trusted_contacts
  FOR EACH ROW EXECUTE FUNCTION bind_contact();
--> statement-breakpoint
-- The other direction: an account verifies an address that confirmed contacts have. A bound contact stays
-- bound, even when another account gets its address later.
CREATE FUNCTION bind_contacts_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('contact-address:' || NEW.email, 0));
  UPDATE trusted_contacts SET bound_user_id = NEW.id
  WHERE email = NEW.email AND status IN ('confirmed', 'activated')
    AND bound_user_id IS NULL AND NOT is_account_deleted AND user_id <> NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bind_contacts_of_account
  AFTER UPDATE OF email, email_verified ON users
  FOR EACH ROW
  WHEN (NEW.email_verified AND (NOT OLD.email_verified OR NEW.email <> OLD.email))
  EXECUTE FUNCTION bind_contacts_of_account();
--> statement-breakpoint
-- Schedules a rehearsal reminder a year after the contact was named.
CREATE FUNCTION call_for_rehearsal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rehearsal_reminders AS reminder (user_id, next_check_at)
  VALUES (NEW.user_id, NEW.created_at + interval '365 days')
  ON CONFLICT (user_id) DO UPDATE SET next_check_at = least(reminder.next_check_at, EXCLUDED.next_check_at)
  WHERE reminder.next_check_at > EXCLUDED.next_check_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER call_for_rehearsal
  AFTER UPDATE OF status ON trusted_contacts
  FOR EACH ROW
  WHEN (NEW.status = 'confirmed' AND OLD.status <> 'confirmed')
  EXECUTE FUNCTION call_for_rehearsal();
--> statement-breakpoint
-- The hashed part of an audit entry: everything whose change would tell another story.
CREATE FUNCTION audit_hash(entry audit_entries, number bigint, previous text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(concat_ws(chr(10),
    number::text,
    previous,
    entry.id::text,
    round(extract(epoch FROM entry.at) * 1000000)::bigint::text,
    entry.actor_kind,
    coalesce(entry.actor_id::text, '-'),
    entry.act,
    coalesce(entry.owner_id::text, '-'),
    coalesce(entry.subject_id::text, '-'),
    entry.facts::text
  ), 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Runs at commit, when nothing else is locked any more: transactions get their numbers one after another.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_seq bigint;
  last_hash text;
BEGIN
  IF NEW.seq IS NOT NULL THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(7245113);
  SELECT seq, hash INTO last_seq, last_hash FROM audit_entries
    WHERE seq IS NOT NULL ORDER BY seq DESC LIMIT 1;
  UPDATE audit_entries SET
    seq = coalesce(last_seq, 0) + 1,
    previous_hash = coalesce(last_hash, ''),
    hash = audit_hash(NEW, coalesce(last_seq, 0) + 1, coalesce(last_hash, ''))
  WHERE id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER chain_audit_entry
  AFTER INSERT ON audit_entries
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
--> statement-breakpoint
-- The audit log is append-only.
CREATE FUNCTION guard_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.seq IS NULL AND
    (NEW.id, NEW.at, NEW.actor_kind, NEW.actor_id, NEW.act, NEW.owner_id, NEW.subject_id, NEW.facts)
    IS NOT DISTINCT FROM
    (OLD.id, OLD.at, OLD.actor_kind, OLD.actor_id, OLD.act, OLD.owner_id, OLD.subject_id, OLD.facts)
  THEN RETURN NEW; END IF;
  IF TG_OP = 'DELETE' AND current_setting('zavet.restoring', true) = 'on' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER guard_audit_entry
  BEFORE DELETE OR UPDATE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION guard_audit_entry();
--> statement-breakpoint
CREATE TRIGGER guard_audit_table
  BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION guard_audit_entry();
--> statement-breakpoint
-- Bytes of a deleted document are removed; those still being uploaded may appear an hour later.
CREATE FUNCTION note_request_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO object_removals (object_key, due_at)
  VALUES (OLD.object_key, CASE OLD.state WHEN 'uploading' THEN now() + interval '1 hour' ELSE now() END)
  ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_request_document
  AFTER DELETE ON request_documents
  FOR EACH ROW EXECUTE FUNCTION note_request_document();
--> statement-breakpoint
-- The same for objects of exports and imports.
CREATE FUNCTION note_archive_object() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.object_key IS NOT NULL
    AND (TG_OP = 'DELETE' OR NEW.object_key IS DISTINCT FROM OLD.object_key) THEN
    INSERT INTO object_removals (object_key, due_at)
    VALUES (
      OLD.object_key,
      CASE WHEN OLD.state IN ('making', 'uploading') THEN now() + interval '1 hour' ELSE now() END
    )
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_data_export_object
  AFTER DELETE OR UPDATE OF object_key ON data_exports
  FOR EACH ROW EXECUTE FUNCTION note_archive_object();
--> statement-breakpoint
CREATE TRIGGER note_data_import_object
  AFTER DELETE OR UPDATE OF object_key ON data_imports
  FOR EACH ROW EXECUTE FUNCTION note_archive_object();
--> statement-breakpoint
-- An envelope is deleted with its last letter.
CREATE FUNCTION remove_empty_envelopes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "envelopes"
  WHERE id IN (SELECT envelope_id FROM gone WHERE envelope_id IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM "deliveries" WHERE "deliveries".envelope_id = "envelopes".id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER remove_empty_envelopes
  AFTER DELETE ON deliveries
  REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION remove_empty_envelopes();
