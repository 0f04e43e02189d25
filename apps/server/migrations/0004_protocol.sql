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
	"activated_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "activation_requests_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"activation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"instruction_id" uuid NOT NULL,
	"contact_id" uuid,
	"corrected_email" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"last_refusal" text,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"claim_id" uuid,
	"reported_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deliveries_once" UNIQUE NULLS NOT DISTINCT("activation_id","instruction_id","contact_id")
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
	"delivery_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_links_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
DROP INDEX "payments_one_pending";--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "queued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "client_return_token" text;--> statement-breakpoint
ALTER TABLE "activation_pin_tries" ADD CONSTRAINT "activation_pin_tries_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_deceased_user_id_users_id_fk" FOREIGN KEY ("deceased_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_trusted_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("trusted_contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_initiator_user_id_users_id_fk" FOREIGN KEY ("initiator_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_activation_id_activation_requests_id_fk" FOREIGN KEY ("activation_id") REFERENCES "public"."activation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_same_owner_instruction" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_same_owner_contact" FOREIGN KEY ("contact_id","user_id") REFERENCES "public"."trusted_contacts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_links" ADD CONSTRAINT "delivery_links_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "activation_requests_one_live" ON "activation_requests" USING btree ("deceased_user_id") WHERE status in ('payment_pending', 'activated', 'delivering', 'delivered', 'partially_delivered');--> statement-breakpoint
CREATE INDEX "activation_requests_deceased_user_id_created_at_index" ON "activation_requests" USING btree ("deceased_user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activation_requests_trusted_contact_id_index" ON "activation_requests" USING btree ("trusted_contact_id");--> statement-breakpoint
CREATE INDEX "activation_requests_initiator_user_id_index" ON "activation_requests" USING btree ("initiator_user_id");--> statement-breakpoint
CREATE INDEX "deliveries_activation_id_state_index" ON "deliveries" USING btree ("activation_id","state");--> statement-breakpoint
CREATE INDEX "deliveries_instruction_id_index" ON "deliveries" USING btree ("instruction_id");--> statement-breakpoint
CREATE INDEX "deliveries_contact_id_index" ON "deliveries" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "deliveries_user_id_index" ON "deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deliveries_claim_id_index" ON "deliveries" USING btree ("claim_id") WHERE claim_id is not null;--> statement-breakpoint
CREATE INDEX "deliveries_next_attempt_at_index" ON "deliveries" USING btree ("next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "delivery_events_delivery_id_id_index" ON "delivery_events" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_links_one_open" ON "delivery_links" USING btree ("delivery_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "delivery_links_delivery_id_index" ON "delivery_links" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "delivery_links_expires_at_index" ON "delivery_links" USING btree ("expires_at") WHERE closed_at is null and reminded_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_pending" ON "payments" USING btree ("user_id","provider","plan_id","kind","basis","amount_kopecks") WHERE status = 'pending' and kind <> 'activation';--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_client_return_token_unique" UNIQUE("user_id","client_return_token");