CREATE TABLE "interruptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "interruptions_in_order" CHECK (began_at <= ended_at)
);
--> statement-breakpoint
CREATE TABLE "worker_signs" (
	"id" integer PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "worker_signs_one" CHECK (id = 1)
);
--> statement-breakpoint
CREATE INDEX "interruptions_ended_at_index" ON "interruptions" USING btree ("ended_at");--> statement-breakpoint
-- Written by hand from here on: what operators planned and recorded before.
INSERT INTO "interruptions" ("id", "kind", "began_at", "ended_at")
SELECT "id", 'maintenance', "begins_at", "ends_at" FROM "maintenance_windows" WHERE "called_off_at" IS NULL
UNION ALL SELECT "id", 'outage', "began_at", "ended_at" FROM "outages";--> statement-breakpoint
-- Letters that wait may leave later, and never sooner.
CREATE OR REPLACE FUNCTION guard_activation_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND NOT activation_may_move(OLD.status, NEW.status) THEN
    RAISE EXCEPTION 'an activation cannot go from % to %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status = 'waiting' AND NEW.release_at IS DISTINCT FROM OLD.release_at
    AND (NEW.status <> 'waiting' OR NEW.release_at IS NULL OR NEW.release_at < OLD.release_at) THEN
    RAISE EXCEPTION 'the day of release is only put off' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
