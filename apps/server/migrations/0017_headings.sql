ALTER TABLE "instructions" ALTER COLUMN "title" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "instructions" ALTER COLUMN "preview" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "heading" text;--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "has_recipient" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "instructions_with_former_heading" ON "instructions" USING btree ("id") WHERE heading is null;--> statement-breakpoint
-- How many bytes of text stand behind so many sealed characters of so many texts.
CREATE FUNCTION text_bytes_of(characters bigint, texts bigint, seal_frame integer, seal_tag integer)
RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(0, (characters - seal_frame * texts) * 3 / 4 - seal_tag * texts)
$$;
--> statement-breakpoint
-- Writes a new instruction in one step. The owner is locked first, as everywhere: what is counted
-- and whom it is for cannot change until it is written. `outcome` says what stood in its way.
CREATE FUNCTION create_instruction(
  p_user_id uuid, p_key_id uuid, p_id uuid, p_draft_id uuid, p_heading text,
  p_has_recipient boolean, p_category text, p_priority text, p_content text, p_seal_id uuid,
  p_contact_ids uuid[], p_now timestamptz, p_event_id uuid, p_ip_address text, p_user_agent text,
  p_most_instructions integer, p_text_bytes bigint, p_most_text_bytes bigint,
  p_seal_frame integer, p_seal_tag integer,
  OUT outcome text, OUT written_id uuid
) LANGUAGE plpgsql AS $$
DECLARE
  texts bigint;
  characters bigint;
BEGIN
  PERFORM FROM users WHERE id = p_user_id FOR UPDATE;
  IF NOT FOUND THEN
    outcome := 'owner_missing';
    RETURN;
  END IF;
  SELECT id INTO written_id FROM instructions
  WHERE user_id = p_user_id AND draft_id = p_draft_id;
  IF FOUND THEN
    outcome := 'repeated';
    RETURN;
  END IF;
  SELECT count(*), coalesce(sum(octet_length(content)), 0) INTO texts, characters
  FROM instructions WHERE user_id = p_user_id;
  IF texts >= p_most_instructions THEN
    outcome := 'too_many';
    RETURN;
  END IF;
  IF text_bytes_of(characters, texts, p_seal_frame, p_seal_tag) + p_text_bytes > p_most_text_bytes THEN
    outcome := 'too_long';
    RETURN;
  END IF;
  PERFORM FROM trusted_contacts
  WHERE user_id = p_user_id AND id = ANY (p_contact_ids)
  HAVING count(*) = cardinality(p_contact_ids);
  IF NOT FOUND THEN
    outcome := 'contact_unknown';
    RETURN;
  END IF;
  PERFORM FROM owner_keys WHERE user_id = p_user_id AND key_id = p_key_id;
  IF NOT FOUND THEN
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
  p_user_id uuid, p_key_id uuid, p_id uuid, p_version integer, p_heading text,
  p_has_recipient boolean, p_category text, p_priority text, p_content text, p_seal_id uuid,
  p_contact_ids uuid[], p_now timestamptz, p_text_bytes bigint, p_most_text_bytes bigint,
  p_seal_frame integer, p_seal_tag integer,
  OUT outcome text, OUT found_version integer, OUT written_at timestamptz, OUT has_files boolean
) LANGUAGE plpgsql AS $$
DECLARE
  is_open boolean;
  own_characters bigint;
  other_texts bigint;
  other_characters bigint;
BEGIN
  PERFORM FROM users WHERE id = p_user_id FOR UPDATE;
  IF NOT FOUND THEN
    outcome := 'owner_missing';
    RETURN;
  END IF;
  SELECT version, created_at, status = 'outbox' AND queued_at IS NULL, octet_length(content)
  INTO found_version, written_at, is_open, own_characters
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
    SELECT count(*), coalesce(sum(octet_length(content)), 0) INTO other_texts, other_characters
    FROM instructions WHERE user_id = p_user_id AND id <> p_id;
    IF text_bytes_of(other_characters, other_texts, p_seal_frame, p_seal_tag) + p_text_bytes
      > p_most_text_bytes THEN
      outcome := 'too_long';
      RETURN;
    END IF;
  END IF;
  PERFORM FROM trusted_contacts
  WHERE user_id = p_user_id AND id = ANY (p_contact_ids)
  HAVING count(*) = cardinality(p_contact_ids);
  IF NOT FOUND THEN
    outcome := 'contact_unknown';
    RETURN;
  END IF;
  PERFORM FROM owner_keys WHERE user_id = p_user_id AND key_id = p_key_id;
  IF NOT FOUND THEN
    outcome := 'key_changed';
    RETURN;
  END IF;
  UPDATE instructions SET heading = p_heading, has_recipient = p_has_recipient,
    category = p_category, priority = p_priority, content = p_content, seal_id = p_seal_id,
    title = NULL, preview = NULL, recipient_name = NULL, recipient_email = NULL,
    version = p_version + 1, reviewed_at = p_now, updated_at = p_now
  WHERE id = p_id;
  DELETE FROM instruction_contacts
  WHERE instruction_id = p_id AND contact_id <> ALL (p_contact_ids);
  INSERT INTO instruction_contacts (instruction_id, contact_id, user_id)
  SELECT p_id, contact_id, p_user_id FROM unnest(p_contact_ids) contact_id
  ON CONFLICT DO NOTHING;
  has_files := EXISTS (SELECT FROM instruction_files WHERE instruction_id = p_id)
    OR EXISTS (SELECT FROM expected_files WHERE instruction_id = p_id)
    OR EXISTS (SELECT FROM removed_files WHERE instruction_id = p_id);
  outcome := 'written';
END $$;
