CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"act" text NOT NULL,
	"owner_id" uuid,
	"subject_id" uuid,
	"facts" jsonb NOT NULL,
	"seq" bigint,
	"previous_hash" text,
	"hash" text,
	CONSTRAINT "audit_entries_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "desk_sessions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"open_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_step" integer,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "desk_sessions" ADD CONSTRAINT "desk_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_sessions" ADD CONSTRAINT "desk_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_owner_id_at_index" ON "audit_entries" USING btree ("owner_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_at_index" ON "audit_entries" USING btree ("at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "desk_sessions_user_id_index" ON "desk_sessions" USING btree ("user_id");--> statement-breakpoint
-- What is hashed of an entry. Everything that would tell another story if it were changed.
CREATE FUNCTION audit_hash(entry audit_entries, number bigint, previous text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(concat_ws(chr(10),
    number::text,
    previous,
    entry.id::text,
    round(extract(epoch FROM entry.at) * 1000000)::bigint::text,
    entry.actor_kind,
    coalesce(entry.actor_id::text, '-'),
    entry.act,
    coalesce(entry.owner_id::text, '-'),
    coalesce(entry.subject_id::text, '-'),
    entry.facts::text
  ), 'UTF8')), 'hex')
$$;--> statement-breakpoint
-- Runs at the commit, when nothing else is locked any more: one transaction after another gets its number.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_seq bigint;
  last_hash text;
BEGIN
  IF NEW.seq IS NOT NULL THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(7245113);
  SELECT seq, hash INTO last_seq, last_hash FROM audit_entries
    WHERE seq IS NOT NULL ORDER BY seq DESC LIMIT 1;
  UPDATE audit_entries SET
    seq = coalesce(last_seq, 0) + 1,
    previous_hash = coalesce(last_hash, ''),
    hash = audit_hash(NEW, coalesce(last_seq, 0) + 1, coalesce(last_hash, ''))
  WHERE id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER chain_audit_entry AFTER INSERT ON audit_entries
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();--> statement-breakpoint
CREATE FUNCTION guard_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.seq IS NULL AND
    (NEW.id, NEW.at, NEW.actor_kind, NEW.actor_id, NEW.act, NEW.owner_id, NEW.subject_id, NEW.facts)
    IS NOT DISTINCT FROM
    (OLD.id, OLD.at, OLD.actor_kind, OLD.actor_id, OLD.act, OLD.owner_id, OLD.subject_id, OLD.facts)
  THEN RETURN NEW; END IF;
  IF TG_OP = 'DELETE' AND current_setting('zavet.restoring', true) = 'on' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = 'check_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER guard_audit_entry BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION guard_audit_entry();--> statement-breakpoint
CREATE TRIGGER guard_audit_table BEFORE TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION guard_audit_entry();
