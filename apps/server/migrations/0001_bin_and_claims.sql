ALTER TABLE "activation_requests" ADD COLUMN "claimed_by" uuid;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "request_papers" ADD COLUMN "asked_for" text;--> statement-breakpoint
ALTER TABLE "request_papers" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "request_papers" ADD COLUMN "asked_answered_at" timestamp with time zone;--> statement-breakpoint
-- safe: a row per activation is few among owners, so the index is built in moments
CREATE INDEX "activation_requests_claimed" ON "activation_requests" USING btree ("claimed_by","created_at") WHERE status = 'requested' and claimed_by is not null;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_claims_end" CHECK ((claimed_by is null) = (claimed_until is null)) NOT VALID;
--> statement-breakpoint
CREATE TABLE "binned_contacts" (
	"instruction_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "binned_contacts_instruction_id_contact_id_pk" PRIMARY KEY("instruction_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "binned_instructions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"heading" text NOT NULL,
	"has_recipient" boolean NOT NULL,
	"category" text NOT NULL,
	"priority" text NOT NULL,
	"content" text NOT NULL,
	"text_digest" text,
	"text_saved_at" timestamp with time zone,
	"seal_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"reviewed_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "binned_instructions_id_user_id_unique" UNIQUE("id","user_id")
);
--> statement-breakpoint
CREATE TABLE "former_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"instruction_id" uuid,
	"binned_id" uuid,
	"heading" text NOT NULL,
	"content" text NOT NULL,
	"seal_id" uuid NOT NULL,
	"text_digest" text,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "former_texts_belong_to_one" CHECK (num_nonnulls(instruction_id, binned_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "instruction_files" ALTER COLUMN "instruction_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "instruction_files" ADD COLUMN "binned_id" uuid;--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "text_digest" text;--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "text_saved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "binned_contacts" ADD CONSTRAINT "binned_contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "binned_contacts" ADD CONSTRAINT "binned_contacts_same_owner_instruction" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."binned_instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "binned_contacts" ADD CONSTRAINT "binned_contacts_same_owner_contact" FOREIGN KEY ("contact_id","user_id") REFERENCES "public"."trusted_contacts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "binned_instructions" ADD CONSTRAINT "binned_instructions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "binned_instructions" ADD CONSTRAINT "binned_instructions_have_a_key" FOREIGN KEY ("user_id") REFERENCES "public"."owner_keys"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_texts" ADD CONSTRAINT "former_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_texts" ADD CONSTRAINT "former_texts_same_owner" FOREIGN KEY ("instruction_id","user_id") REFERENCES "public"."instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_texts" ADD CONSTRAINT "former_texts_same_owner_binned" FOREIGN KEY ("binned_id","user_id") REFERENCES "public"."binned_instructions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "binned_contacts_contact_id_index" ON "binned_contacts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "binned_contacts_user_id_index" ON "binned_contacts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "binned_instructions_user_id_deleted_at_index" ON "binned_instructions" USING btree ("user_id","deleted_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "binned_instructions_deleted_at_index" ON "binned_instructions" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "former_texts_instruction_id_saved_at_index" ON "former_texts" USING btree ("instruction_id","saved_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "former_texts_binned_id_index" ON "former_texts" USING btree ("binned_id") WHERE binned_id is not null;--> statement-breakpoint
CREATE INDEX "former_texts_user_id_index" ON "former_texts" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "instruction_files" ADD CONSTRAINT "instruction_files_same_owner_binned" FOREIGN KEY ("binned_id","user_id") REFERENCES "public"."binned_instructions"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "instruction_files" ADD CONSTRAINT "instruction_files_belong_to_one" CHECK (num_nonnulls(instruction_id, binned_id) = 1 and (binned_id is null or state = 'stored')) NOT VALID;
--> statement-breakpoint
DROP FUNCTION create_instruction;
--> statement-breakpoint
-- The previous version calls it without the defaults.
CREATE FUNCTION create_instruction(
  p_session_id uuid,
  p_limit_key text,
  p_most_calls integer,
  p_user_id uuid,
  p_key_id uuid,
  p_id uuid,
  p_draft_id uuid,
  p_heading text,
  p_has_recipient boolean,
  p_category text,
  p_priority text,
  p_content text,
  p_seal_id uuid,
  p_contact_ids uuid[],
  p_now timestamptz,
  p_event_id uuid,
  p_ip_address text,
  p_user_agent text,
  p_most_instructions integer,
  p_text_bytes bigint,
  p_most_text_bytes bigint,
  p_seal_frame integer,
  p_seal_tag integer,
  p_text_digest text DEFAULT NULL,
  OUT outcome text,
  OUT written_id uuid
) RETURNS record LANGUAGE plpgsql AS $$
DECLARE
  found_key uuid;
  calls integer;
  texts bigint;
  characters bigint;
  contacts integer;
BEGIN
  SELECT owner_keys.key_id, coalesce(rate_limits.count, 0) INTO found_key, calls
  FROM users
  INNER JOIN sessions ON sessions.user_id = users.id
  LEFT JOIN owner_keys ON owner_keys.user_id = users.id
  LEFT JOIN rate_limits ON rate_limits.key = p_limit_key
  WHERE users.id = p_user_id AND sessions.id = p_session_id AND sessions.expires_at > p_now
  FOR UPDATE OF users;
  IF NOT FOUND THEN
    outcome := 'session_missing';
    RETURN;
  END IF;
  IF calls > p_most_calls THEN
    outcome := 'too_often';
    RETURN;
  END IF;
  -- A statement of its own sees the changes of previous holders of the lock.
  SELECT
    (SELECT id FROM instructions WHERE user_id = p_user_id AND draft_id = p_draft_id),
    (SELECT count(*) FROM trusted_contacts
      WHERE user_id = p_user_id AND id = ANY (p_contact_ids)),
    usage.instructions, usage.characters
  INTO written_id, contacts, texts, characters
  FROM (VALUES (p_user_id)) owner (id)
  LEFT JOIN instruction_usage usage ON usage.user_id = owner.id;
  IF written_id IS NOT NULL THEN
    outcome := 'repeated';
    RETURN;
  END IF;
  IF texts >= p_most_instructions THEN
    outcome := 'too_many';
    RETURN;
  END IF;
  IF coalesce(text_bytes_of(characters, texts, p_seal_frame, p_seal_tag), 0) + p_text_bytes
    > p_most_text_bytes THEN
    outcome := 'too_long';
    RETURN;
  END IF;
  IF contacts < cardinality(p_contact_ids) THEN
    outcome := 'contact_unknown';
    RETURN;
  END IF;
  IF found_key IS DISTINCT FROM p_key_id THEN
    outcome := 'key_changed';
    RETURN;
  END IF;
  INSERT INTO instructions (id, user_id, draft_id, heading, has_recipient, category, priority,
    content, text_digest, text_saved_at, seal_id, reviewed_at, created_at, updated_at)
  VALUES (p_id, p_user_id, p_draft_id, p_heading, p_has_recipient, p_category, p_priority,
    p_content, p_text_digest, p_now, p_seal_id, p_now, p_now, p_now);
  INSERT INTO instruction_contacts (instruction_id, contact_id, user_id)
  SELECT p_id, contact_id, p_user_id FROM unnest(p_contact_ids) contact_id;
  INSERT INTO security_events (id, user_id, kind, ip_address, user_agent, created_at)
  VALUES (p_event_id, p_user_id, 'instruction_created', p_ip_address, p_user_agent, p_now);
  outcome := 'written';
  written_id := p_id;
END $$;
--> statement-breakpoint
DROP FUNCTION change_instruction;
--> statement-breakpoint
-- Keeps the replaced title and text as a former one, unless they were saved only minutes ago. The
-- previous version calls it without the defaults.
CREATE FUNCTION change_instruction(
  p_session_id uuid,
  p_limit_key text,
  p_most_calls integer,
  p_user_id uuid,
  p_key_id uuid,
  p_id uuid,
  p_version integer,
  p_heading text,
  p_has_recipient boolean,
  p_category text,
  p_priority text,
  p_content text,
  p_seal_id uuid,
  p_contact_ids uuid[],
  p_now timestamptz,
  p_text_bytes bigint,
  p_most_text_bytes bigint,
  p_seal_frame integer,
  p_seal_tag integer,
  p_text_digest text DEFAULT NULL,
  p_former_id uuid DEFAULT NULL,
  p_former_after_minutes integer DEFAULT 10,
  p_most_former_texts integer DEFAULT 10,
  OUT outcome text,
  OUT found_version integer,
  OUT written_at timestamptz,
  OUT has_files boolean
) RETURNS record LANGUAGE plpgsql AS $$
DECLARE
  found_key uuid;
  calls integer;
  is_open boolean;
  is_for_same boolean;
  former_contacts uuid[];
  former_digest text;
  former_saved_at timestamptz;
  own_characters bigint;
  other_texts bigint;
  other_characters bigint;
BEGIN
  SELECT owner_keys.key_id, coalesce(rate_limits.count, 0) INTO found_key, calls
  FROM users
  INNER JOIN sessions ON sessions.user_id = users.id
  LEFT JOIN owner_keys ON owner_keys.user_id = users.id
  LEFT JOIN rate_limits ON rate_limits.key = p_limit_key
  WHERE users.id = p_user_id AND sessions.id = p_session_id AND sessions.expires_at > p_now
  FOR UPDATE OF users;
  IF NOT FOUND THEN
    outcome := 'session_missing';
    RETURN;
  END IF;
  IF calls > p_most_calls THEN
    outcome := 'too_often';
    RETURN;
  END IF;
  SELECT version, created_at, status = 'outbox' AND queued_at IS NULL, octet_length(content),
    text_digest, coalesce(text_saved_at, updated_at),
    ARRAY(SELECT contact_id FROM instruction_contacts WHERE instruction_id = p_id),
    EXISTS (SELECT FROM instruction_files WHERE instruction_id = p_id)
      OR EXISTS (SELECT FROM expected_files WHERE instruction_id = p_id)
      OR EXISTS (SELECT FROM removed_files WHERE instruction_id = p_id)
  INTO found_version, written_at, is_open, own_characters, former_digest, former_saved_at,
    former_contacts, has_files
  FROM instructions WHERE id = p_id AND user_id = p_user_id FOR UPDATE;
  IF NOT FOUND THEN
    outcome := 'not_found';
    RETURN;
  END IF;
  IF NOT is_open THEN
    outcome := 'closed';
    RETURN;
  END IF;
  IF found_version <> p_version THEN
    outcome := 'version_conflict';
    RETURN;
  END IF;
  -- A shorter text is always accepted.
  IF p_text_bytes > text_bytes_of(own_characters, 1, p_seal_frame, p_seal_tag) THEN
    SELECT usage.instructions - 1, usage.characters - own_characters
    INTO other_texts, other_characters
    FROM instruction_usage usage WHERE usage.user_id = p_user_id;
    IF text_bytes_of(other_characters, other_texts, p_seal_frame, p_seal_tag) + p_text_bytes
      > p_most_text_bytes THEN
      outcome := 'too_long';
      RETURN;
    END IF;
  END IF;
  -- Recipients seldom change; only new ones are looked up.
  is_for_same := p_contact_ids @> former_contacts AND p_contact_ids <@ former_contacts;
  IF NOT is_for_same AND (
    SELECT count(*) FROM trusted_contacts
    WHERE user_id = p_user_id AND id = ANY (p_contact_ids)
  ) < cardinality(p_contact_ids) THEN
    outcome := 'contact_unknown';
    RETURN;
  END IF;
  IF found_key IS DISTINCT FROM p_key_id THEN
    outcome := 'key_changed';
    RETURN;
  END IF;
  -- Without a digest it is unknown whether the text changed.
  IF former_digest IS NULL OR p_text_digest IS NULL OR former_digest <> p_text_digest THEN
    p_former_id := coalesce(p_former_id, gen_random_uuid());
    IF former_saved_at <= p_now - make_interval(mins => p_former_after_minutes) THEN
      INSERT INTO former_texts (id, user_id, instruction_id, heading, content, seal_id, text_digest,
        saved_at)
      SELECT p_former_id, user_id, id, heading, content, seal_id, text_digest, former_saved_at
      FROM instructions WHERE id = p_id;
      -- A text that was restored and replaced again appears once.
      DELETE FROM former_texts
      WHERE instruction_id = p_id AND id <> p_former_id AND text_digest = former_digest;
      DELETE FROM former_texts WHERE id IN (
        SELECT id FROM former_texts WHERE instruction_id = p_id
        ORDER BY saved_at DESC, id DESC OFFSET p_most_former_texts);
      -- All former texts of an owner take at most as much space as the current ones may.
      DELETE FROM former_texts WHERE id IN (
        SELECT id FROM (
          SELECT id, text_bytes_of(sum(octet_length(content)) OVER newest, count(*) OVER newest,
            p_seal_frame, p_seal_tag) AS bytes
          FROM former_texts WHERE user_id = p_user_id
          WINDOW newest AS (ORDER BY saved_at DESC, id DESC)) sized
        WHERE bytes > p_most_text_bytes);
    END IF;
    former_saved_at := p_now;
  END IF;
  UPDATE instructions SET heading = p_heading, has_recipient = p_has_recipient,
    category = p_category, priority = p_priority, content = p_content, seal_id = p_seal_id,
    text_digest = p_text_digest, text_saved_at = former_saved_at,
    version = p_version + 1, reviewed_at = p_now, updated_at = p_now
  WHERE id = p_id;
  IF NOT is_for_same THEN
    DELETE FROM instruction_contacts
    WHERE instruction_id = p_id AND contact_id <> ALL (p_contact_ids);
    INSERT INTO instruction_contacts (instruction_id, contact_id, user_id)
    SELECT p_id, contact_id, p_user_id FROM unnest(p_contact_ids) contact_id
    ON CONFLICT DO NOTHING;
  END IF;
  outcome := 'written';
END $$;
--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "invitation_note" text;
