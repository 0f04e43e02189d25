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
	"reference" text
);
--> statement-breakpoint
ALTER TABLE "account_corrections" ADD CONSTRAINT "account_corrections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_troubles" ADD CONSTRAINT "payment_troubles_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_troubles" ADD CONSTRAINT "payment_troubles_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_corrections_user_id_corrected_at_index" ON "account_corrections" USING btree ("user_id","corrected_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "payment_troubles_one_open" ON "payment_troubles" USING btree ("kind","subject_id") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "payment_troubles_payment_id_index" ON "payment_troubles" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_troubles_since_id_index" ON "payment_troubles" USING btree ("since","id") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "payment_troubles_resolved_at_id_index" ON "payment_troubles" USING btree ("resolved_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE resolved_at is not null;--> statement-breakpoint
-- Written by hand from here on: what only stood in the log so far.
ALTER TABLE "payment_troubles" ADD CONSTRAINT "payment_troubles_resolved_whole" CHECK (("resolved_at" is null) = ("resolution" is null));--> statement-breakpoint
INSERT INTO "payment_troubles" ("id", "kind", "payment_id", "refund_id", "subject_id", "since", "last_seen_at")
SELECT gen_random_uuid(), CASE WHEN "provider_refund_id" IS NULL THEN 'refund_refused' ELSE 'refund_without_money' END,
	"payment_id", "id", "id", coalesce("settled_at", "created_at"), coalesce("settled_at", "created_at")
FROM "refunds" WHERE "status" = 'canceled';--> statement-breakpoint
INSERT INTO "payment_troubles" ("id", "kind", "payment_id", "subject_id", "since", "last_seen_at")
SELECT gen_random_uuid(), 'payment_lost', "payment_id", "payment_id", min("created_at"), min("created_at")
FROM "payment_events" WHERE "kind" = 'canceled' AND "detail" = 'vanished' GROUP BY "payment_id";
