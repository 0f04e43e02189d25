CREATE TABLE "contact_standings" (
	"contact_id" uuid PRIMARY KEY NOT NULL,
	"stopped_at" timestamp with time zone,
	"questioned_at" timestamp with time zone,
	"approved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "former_second_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "protocol_rules" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"waiting_hours" integer DEFAULT 0 NOT NULL,
	"needs_second" boolean DEFAULT false NOT NULL,
	"pending_waiting_hours" integer,
	"pending_needs_second" boolean,
	"pending_from" timestamp with time zone,
	"chosen_at" timestamp with time zone,
	"stop_code_digest" text,
	"stop_code_made_at" timestamp with time zone,
	CONSTRAINT "protocol_rules_stop_code_digest_unique" UNIQUE("stop_code_digest")
);
--> statement-breakpoint
CREATE TABLE "second_addresses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"link_id" uuid NOT NULL,
	"link_digest" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "second_addresses_link_digest_unique" UNIQUE("link_digest")
);
--> statement-breakpoint
CREATE TABLE "stop_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"activation_id" uuid NOT NULL,
	"address" text NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stop_links_digest_unique" UNIQUE("digest"),
	CONSTRAINT "stop_links_one_per_address" UNIQUE("activation_id","address")
);
--> statement-breakpoint
DROP INDEX "activation_requests_one_effective";--> statement-breakpoint
DROP INDEX "activation_requests_one_pending";--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "agreement_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "seconded_by" uuid;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "seconded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "doubted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "is_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "payment_begun_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "waiting_hours" integer;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "release_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "warned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "stopped_by" text;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "armed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_standings" ADD CONSTRAINT "contact_standings_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_second_addresses" ADD CONSTRAINT "former_second_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "protocol_rules" ADD CONSTRAINT "protocol_rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_addresses" ADD CONSTRAINT "second_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_links" ADD CONSTRAINT "stop_links_activation_id_activation_requests_id_fk" FOREIGN KEY ("activation_id") REFERENCES "public"."activation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_second_addresses_user_id_index" ON "former_second_addresses" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_seconded_by_trusted_contacts_id_fk" FOREIGN KEY ("seconded_by") REFERENCES "public"."trusted_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "activation_requests_one_started" ON "activation_requests" USING btree ("deceased_user_id") WHERE status in ('waiting', 'activated', 'delivering', 'delivered', 'partially_delivered');--> statement-breakpoint
CREATE UNIQUE INDEX "activation_requests_one_open" ON "activation_requests" USING btree ("deceased_user_id","trusted_contact_id") WHERE status in ('agreement_pending', 'agreed', 'payment_pending');--> statement-breakpoint
CREATE INDEX "activation_requests_waiting" ON "activation_requests" USING btree ("release_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "activation_requests_seconded_by_index" ON "activation_requests" USING btree ("seconded_by");--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_waiting_has_an_end" CHECK (status <> 'waiting' or (waiting_hours > 0 and waiting_since is not null and release_at >= waiting_since + make_interval(hours => waiting_hours)));--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_never_early" CHECK (activated_at is null or release_at is null or activated_at >= release_at);--> statement-breakpoint
-- The table of the feature's README once more: a status that may not follow cannot be written.
CREATE FUNCTION activation_may_move(before text, after text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE before
    WHEN 'requested' THEN after IN ('approved', 'rejected')
    WHEN 'approved' THEN after IN ('payment_pending')
    WHEN 'agreement_pending' THEN after IN ('agreed', 'payment_canceled', 'vetoed')
    WHEN 'agreed' THEN after IN ('payment_pending', 'payment_canceled', 'vetoed')
    WHEN 'payment_pending' THEN after IN ('payment_canceled', 'activated', 'waiting', 'refunded', 'vetoed')
    WHEN 'payment_canceled' THEN after IN ('refunded')
    WHEN 'waiting' THEN after IN ('refunded', 'activated', 'vetoed')
    WHEN 'activated' THEN after IN ('delivering', 'delivered', 'partially_delivered', 'past')
    WHEN 'delivering' THEN after IN ('delivered', 'partially_delivered', 'past')
    WHEN 'delivered' THEN after IN ('delivering', 'partially_delivered', 'past')
    WHEN 'partially_delivered' THEN after IN ('delivering', 'delivered', 'past')
    ELSE false
  END
$$;--> statement-breakpoint
CREATE FUNCTION guard_activation_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND NOT activation_may_move(OLD.status, NEW.status) THEN
    RAISE EXCEPTION 'an activation cannot go from % to %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status = 'waiting' AND NEW.release_at IS DISTINCT FROM OLD.release_at THEN
    RAISE EXCEPTION 'the day of release does not change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER guard_activation_status BEFORE UPDATE OF status, release_at ON activation_requests
FOR EACH ROW EXECUTE FUNCTION guard_activation_status();
