ALTER TABLE "activation_requests" ADD COLUMN "claimed_by" uuid;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "request_papers" ADD COLUMN "asked_for" text;--> statement-breakpoint
ALTER TABLE "request_papers" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "request_papers" ADD COLUMN "asked_answered_at" timestamp with time zone;--> statement-breakpoint
-- safe: a row per activation is few among owners, so the index is built in moments
CREATE INDEX "activation_requests_claimed" ON "activation_requests" USING btree ("claimed_by","created_at") WHERE status = 'requested' and claimed_by is not null;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_claims_end" CHECK ((claimed_by is null) = (claimed_until is null)) NOT VALID;