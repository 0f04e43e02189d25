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
ALTER TABLE "activation_requests" ADD COLUMN "doubt_dismissed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "alone_notified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activation_doubts" ADD CONSTRAINT "activation_doubts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_doubts" ADD CONSTRAINT "activation_doubts_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "activation_doubts_one_open" ON "activation_doubts" USING btree ("owner_id","contact_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "activation_doubts_open" ON "activation_doubts" USING btree ("doubted_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "activation_doubts_owner_id_index" ON "activation_doubts" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "activation_doubts_contact_id_index" ON "activation_doubts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "activation_requests_unanswered" ON "activation_requests" USING btree ("agreement_asked_at","id") WHERE status = 'agreement_pending' and alone_notified_at is null;--> statement-breakpoint
-- Written by hand from here on: no release while another contact's doubt is open.
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
END $$;--> statement-breakpoint
CREATE TRIGGER refuse_doubted_release BEFORE UPDATE OF status ON activation_requests
FOR EACH ROW WHEN (NEW.status = 'activated' AND OLD.status <> 'activated')
EXECUTE FUNCTION refuse_doubted_release();
