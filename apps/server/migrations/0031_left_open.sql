ALTER TABLE "activation_requests" ADD COLUMN "end_reminder" text;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "end_reminded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "activation_requests_left_open" ON "activation_requests" USING btree ("updated_at","id") WHERE status in ('approved', 'agreement_pending', 'agreed');