CREATE TABLE "instruction_usage" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"instructions" integer NOT NULL,
	"characters" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "instruction_usage" ADD CONSTRAINT "instruction_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION count_instruction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE instruction_usage
    SET instructions = instructions - 1, characters = characters - octet_length(OLD.content)
    WHERE user_id = OLD.user_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO instruction_usage AS usage (user_id, instructions, characters)
    VALUES (NEW.user_id, 1, octet_length(NEW.content))
    ON CONFLICT (user_id) DO UPDATE SET instructions = usage.instructions + 1,
      characters = usage.characters + EXCLUDED.characters;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_instruction AFTER INSERT OR DELETE ON instructions
FOR EACH ROW EXECUTE FUNCTION count_instruction();
--> statement-breakpoint
CREATE TRIGGER count_changed_instruction AFTER UPDATE OF user_id, content ON instructions
FOR EACH ROW
WHEN (OLD.user_id <> NEW.user_id OR octet_length(OLD.content) <> octet_length(NEW.content))
EXECUTE FUNCTION count_instruction();
--> statement-breakpoint
INSERT INTO instruction_usage (user_id, instructions, characters)
SELECT user_id, count(*), sum(octet_length(content)) FROM instructions GROUP BY user_id;
--> statement-breakpoint
-- How many bytes of text stand behind so many sealed characters of so many texts.
CREATE FUNCTION text_bytes_of(characters bigint, texts bigint, seal_frame integer, seal_tag integer)
RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(0, (characters - seal_frame * texts) * 3 / 4 - seal_tag * texts)
$$;
--> statement-breakpoint
-- Writes a new instruction in one step. It looks itself whether the session holds and its call was
-- within the limit: it may be sent together with the statement that finds that out. The owner is locked first, as everywhere: what is counted
-- and whom it is for cannot change until it is written. `outcome` says what stood in its way.
CREATE FUNCTION create_instruction(
  p_session_id uuid, p_limit_key text, p_most_calls integer,
  p_user_id uuid, p_key_id uuid, p_id uuid, p_draft_id uuid, p_heading text,
  p_has_recipient boolean, p_category text, p_priority text, p_content text, p_seal_id uuid,
  p_contact_ids uuid[], p_now timestamptz, p_event_id uuid, p_ip_address text, p_user_agent text,
  p_most_instructions integer, p_text_bytes bigint, p_most_text_bytes bigint,
  p_seal_frame integer, p_seal_tag integer,
  OUT outcome text, OUT written_id uuid
) LANGUAGE plpgsql AS $$
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
  -- A statement of its own: it sees what those who held the lock have done.
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
    content, seal_id, reviewed_at, created_at, updated_at)
  VALUES (p_id, p_user_id, p_draft_id, p_heading, p_has_recipient, p_category, p_priority,
    p_content, p_seal_id, p_now, p_now, p_now);
  INSERT INTO instruction_contacts (instruction_id, contact_id, user_id)
  SELECT p_id, contact_id, p_user_id FROM unnest(p_contact_ids) contact_id;
  INSERT INTO security_events (id, user_id, kind, ip_address, user_agent, created_at)
  VALUES (p_event_id, p_user_id, 'instruction_created', p_ip_address, p_user_agent, p_now);
  outcome := 'written';
  written_id := p_id;
END $$;
--> statement-breakpoint
-- Saves a changed instruction over the version that was opened, and over no other. Owner, then
-- instruction: locked in this order, as everywhere.
CREATE FUNCTION change_instruction(
  p_session_id uuid, p_limit_key text, p_most_calls integer,
  p_user_id uuid, p_key_id uuid, p_id uuid, p_version integer, p_heading text,
  p_has_recipient boolean, p_category text, p_priority text, p_content text, p_seal_id uuid,
  p_contact_ids uuid[], p_now timestamptz, p_text_bytes bigint, p_most_text_bytes bigint,
  p_seal_frame integer, p_seal_tag integer,
  OUT outcome text, OUT found_version integer, OUT written_at timestamptz, OUT has_files boolean
) LANGUAGE plpgsql AS $$
DECLARE
  found_key uuid;
  calls integer;
  is_open boolean;
  is_for_same boolean;
  former_contacts uuid[];
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
    ARRAY(SELECT contact_id FROM instruction_contacts WHERE instruction_id = p_id),
    EXISTS (SELECT FROM instruction_files WHERE instruction_id = p_id)
      OR EXISTS (SELECT FROM expected_files WHERE instruction_id = p_id)
      OR EXISTS (SELECT FROM removed_files WHERE instruction_id = p_id)
  INTO found_version, written_at, is_open, own_characters, former_contacts, has_files
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
  -- What became shorter is always kept.
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
  -- Whom it is for seldom changes, and whom it was for is known.
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
  UPDATE instructions SET heading = p_heading, has_recipient = p_has_recipient,
    category = p_category, priority = p_priority, content = p_content, seal_id = p_seal_id,
    title = NULL, preview = NULL, recipient_name = NULL, recipient_email = NULL,
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
