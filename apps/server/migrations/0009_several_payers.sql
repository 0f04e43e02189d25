DROP INDEX "activation_requests_one_live";--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "end_reason" text;--> statement-breakpoint
CREATE UNIQUE INDEX "activation_requests_one_effective" ON "activation_requests" USING btree ("deceased_user_id") WHERE status in ('activated', 'delivering', 'delivered', 'partially_delivered');--> statement-breakpoint
CREATE UNIQUE INDEX "activation_requests_one_pending" ON "activation_requests" USING btree ("deceased_user_id","trusted_contact_id") WHERE status = 'payment_pending';