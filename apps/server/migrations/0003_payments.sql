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
	"is_test" boolean,
	"receipt" text,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payments_idempotence_key_unique" UNIQUE("idempotence_key"),
	CONSTRAINT "payments_provider_provider_payment_id_unique" UNIQUE("provider","provider_payment_id")
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
CREATE TABLE "strange_notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"object_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "strange_notifications_event_object_id_unique" UNIQUE("event","object_id")
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
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	CONSTRAINT "outages_began_at_ended_at_unique" UNIQUE("began_at","ended_at")
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
ALTER TABLE "user_storage" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "period" text;--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "period_from" date;--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "renewal_day" integer;--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "price_kopecks" integer;--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "paid_days" integer;--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "auto_renewal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "former_plan" text;--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "former_period" text;--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "expired_on" date;--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "grace_until" date;--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "grace_warned" integer;--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "grace_notified_on" date;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_effects" ADD CONSTRAINT "outage_effects_outage_id_outages_id_fk" FOREIGN KEY ("outage_id") REFERENCES "public"."outages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_effects" ADD CONSTRAINT "outage_effects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_events_payment_id_id_index" ON "payment_events" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "payments_user_id_created_at_index" ON "payments" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_next_check_at_index" ON "payments" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "payments_created_at_index" ON "payments" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_pending" ON "payments" USING btree ("user_id","provider","plan_id","kind","basis","amount_kopecks") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "refunds_payment_id_index" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_next_check_at_index" ON "refunds" USING btree ("next_check_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "strange_notifications_created_at_index" ON "strange_notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outages_applied_at_index" ON "outages" USING btree ("applied_at");--> statement-breakpoint
CREATE INDEX "plan_periods_user_id_index" ON "plan_periods" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plan_periods_until_index" ON "plan_periods" USING btree ("until");--> statement-breakpoint
CREATE INDEX "user_storage_valid_until_index" ON "user_storage" USING btree ("valid_until") WHERE valid_until is not null;--> statement-breakpoint
CREATE INDEX "user_storage_grace_until_index" ON "user_storage" USING btree ("grace_until") WHERE grace_until is not null;