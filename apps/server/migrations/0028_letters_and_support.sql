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
DROP INDEX "support_requests_answer_by_index";--> statement-breakpoint
ALTER TABLE "support_requests" ADD COLUMN "answer_refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_messages_request_id_created_at_index" ON "support_messages" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "support_messages_created_at_index" ON "support_messages" USING btree ("created_at") WHERE mail_state = 'queued' and author = 'owner';--> statement-breakpoint
CREATE INDEX "deliveries_unreached" ON "deliveries" USING btree ("created_at","id") WHERE state = 'unreachable' or (state = 'queued' and last_refusal in ('permanent', 'unknown_address'));--> statement-breakpoint
CREATE INDEX "support_requests_open" ON "support_requests" USING btree ("answer_by","id") WHERE status <> 'answered' or answer_refused_at is not null;--> statement-breakpoint
CREATE INDEX "support_requests_answered" ON "support_requests" USING btree ("answered_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'answered';