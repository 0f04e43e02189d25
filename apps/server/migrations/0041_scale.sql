CREATE TABLE "edition_walks" (
	"news" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "edition_walks_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "rehearsal_reminders" ALTER COLUMN "ordered_at" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "looked_for" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "instruction_usage" ADD COLUMN "review_look_at" timestamp with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL;
--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD COLUMN "walked_until" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "rehearsal_reminders" ADD COLUMN "look_at" timestamp with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL;
--> statement-breakpoint
-- A confirmed contact calls for a look at its owner, a year after it was named.
CREATE FUNCTION call_for_rehearsal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rehearsal_reminders AS reminder (user_id, look_at)
  VALUES (NEW.user_id, NEW.created_at + interval '365 days')
  ON CONFLICT (user_id) DO UPDATE SET look_at = least(reminder.look_at, EXCLUDED.look_at)
  WHERE reminder.look_at > EXCLUDED.look_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER call_for_rehearsal AFTER UPDATE OF status ON trusted_contacts
FOR EACH ROW WHEN (NEW.status = 'confirmed' AND OLD.status <> 'confirmed')
EXECUTE FUNCTION call_for_rehearsal();
--> statement-breakpoint
-- Everybody is looked at once; the look says when the next one is.
INSERT INTO rehearsal_reminders (user_id)
SELECT DISTINCT user_id FROM trusted_contacts WHERE status = 'confirmed'
ON CONFLICT (user_id) DO NOTHING;
--> statement-breakpoint
-- After a mail that asked for a review, the first one that follows decides anew what the next mail is about.
CREATE FUNCTION call_for_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE instruction_usage SET review_look_at = date_trunc('milliseconds', now())
  WHERE user_id = NEW.user_id AND review_look_at > now()
    AND EXISTS (SELECT 1 FROM review_reminders WHERE review_reminders.user_id = NEW.user_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER call_for_review AFTER INSERT OR UPDATE OF reviewed_at ON instructions
FOR EACH ROW EXECUTE FUNCTION call_for_review();
