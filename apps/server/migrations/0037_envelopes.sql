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
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "envelopes_of_activation" UNIQUE("id","activation_id")
);
--> statement-breakpoint
ALTER TABLE "delivery_links" DROP CONSTRAINT "delivery_links_delivery_id_deliveries_id_fk";
--> statement-breakpoint
DROP INDEX "deliveries_claim_id_index";--> statement-breakpoint
DROP INDEX "deliveries_next_attempt_at_index";--> statement-breakpoint
DROP INDEX "deliveries_unreached";--> statement-breakpoint
DROP INDEX "delivery_links_delivery_id_index";--> statement-breakpoint
DROP INDEX "delivery_links_expires_at_index";--> statement-breakpoint
DROP INDEX "delivery_links_one_open";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "envelope_id" uuid;--> statement-breakpoint
-- An envelope has the id of the delivery that it is made of, so the links point to it already.
ALTER TABLE "delivery_links" RENAME COLUMN "delivery_id" TO "envelope_id";--> statement-breakpoint
ALTER TABLE "delivery_links" ADD COLUMN "reminded_last_at" timestamp with time zone;--> statement-breakpoint
-- What was sent before, or waits, is a mail of its own: links, sealed addresses and Message-IDs stay
-- what they are. What is withheld gets its envelope when it is let go.
INSERT INTO "envelopes" ("id", "activation_id", "user_id", "contact_id", "corrected_email", "state", "refusals", "last_refusal", "next_attempt_at", "claimed_until", "claim_id", "reported_at", "created_at")
SELECT delivery.id, delivery.activation_id, delivery.user_id, delivery.contact_id, delivery.corrected_email,
  delivery.state,
  delivery.refusals, delivery.last_refusal, delivery.next_attempt_at, delivery.claimed_until, delivery.claim_id, delivery.reported_at,
  coalesce((SELECT min(link.created_at) FROM "delivery_links" link WHERE link.envelope_id = delivery.id), delivery.created_at)
FROM "deliveries" delivery
WHERE delivery.state IN ('queued', 'accepted', 'unreachable')
  OR (delivery.state = 'closed' AND EXISTS (SELECT 1 FROM "delivery_links" link WHERE link.envelope_id = delivery.id));--> statement-breakpoint
UPDATE "deliveries" SET "envelope_id" = "id" WHERE EXISTS (SELECT 1 FROM "envelopes" WHERE "envelopes"."id" = "deliveries"."id");--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_activation_id_activation_requests_id_fk" FOREIGN KEY ("activation_id") REFERENCES "public"."activation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_same_owner_contact" FOREIGN KEY ("contact_id","user_id") REFERENCES "public"."trusted_contacts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "envelopes_activation_id_state_index" ON "envelopes" USING btree ("activation_id","state");--> statement-breakpoint
CREATE INDEX "envelopes_contact_id_index" ON "envelopes" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "envelopes_user_id_index" ON "envelopes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "envelopes_claim_id_index" ON "envelopes" USING btree ("claim_id") WHERE claim_id is not null;--> statement-breakpoint
CREATE INDEX "envelopes_next_attempt_at_index" ON "envelopes" USING btree ("next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "envelopes_unreached" ON "envelopes" USING btree ("created_at","id") WHERE state = 'unreachable' or (state = 'queued' and last_refusal in ('permanent', 'unknown_address'));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_same_activation_envelope" FOREIGN KEY ("envelope_id","activation_id") REFERENCES "public"."envelopes"("id","activation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_links" ADD CONSTRAINT "delivery_links_envelope_id_envelopes_id_fk" FOREIGN KEY ("envelope_id") REFERENCES "public"."envelopes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_envelope_id_index" ON "deliveries" USING btree ("envelope_id");--> statement-breakpoint
CREATE INDEX "delivery_links_envelope_id_index" ON "delivery_links" USING btree ("envelope_id");--> statement-breakpoint
CREATE INDEX "delivery_links_ending" ON "delivery_links" USING btree ("expires_at") WHERE closed_at is null and reminded_last_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_links_one_open" ON "delivery_links" USING btree ("envelope_id") WHERE closed_at is null;--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "corrected_email";--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "refusals";--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "last_refusal";--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "next_attempt_at";--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "claimed_until";--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "claim_id";--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "reported_at";--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_sent_in_an_envelope" CHECK (envelope_id is not null or state in ('withheld', 'closed'));--> statement-breakpoint
-- An envelope goes with its last letter, however that goes.
CREATE FUNCTION remove_empty_envelopes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "envelopes"
  WHERE id IN (SELECT envelope_id FROM gone WHERE envelope_id IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM "deliveries" WHERE "deliveries".envelope_id = "envelopes".id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER remove_empty_envelopes AFTER DELETE ON "deliveries"
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_empty_envelopes();
