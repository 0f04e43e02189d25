CREATE TABLE "edition_notices" (
	"user_id" uuid NOT NULL,
	"edition" date NOT NULL,
	"document" text NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"told_on" date,
	CONSTRAINT "edition_notices_user_id_edition_document_pk" PRIMARY KEY("user_id","edition","document")
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
	CONSTRAINT "support_requests_reference_unique" UNIQUE("reference"),
	CONSTRAINT "support_requests_user_id_draft_id_unique" UNIQUE("user_id","draft_id")
);
--> statement-breakpoint
ALTER TABLE "edition_notices" ADD CONSTRAINT "edition_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_have_a_key" FOREIGN KEY ("user_id") REFERENCES "public"."owner_keys"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_requests_user_id_created_at_index" ON "support_requests" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "support_requests_answer_by_index" ON "support_requests" USING btree ("answer_by") WHERE status <> 'answered';