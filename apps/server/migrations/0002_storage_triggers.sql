-- The usage of an owner is the sum of the file rows, whatever makes or removes them.
CREATE FUNCTION count_instruction_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_storage_usage AS usage (user_id, used_bytes)
    VALUES (NEW.user_id, NEW.size_bytes)
    ON CONFLICT (user_id) DO UPDATE SET used_bytes = usage.used_bytes + EXCLUDED.used_bytes;
    RETURN NEW;
  END IF;
  UPDATE user_storage_usage SET used_bytes = used_bytes - OLD.size_bytes WHERE user_id = OLD.user_id;
  -- A file that is still arriving may appear in the store after its row has gone.
  INSERT INTO object_removals (object_key, due_at)
  VALUES (OLD.object_key, CASE OLD.state WHEN 'uploading' THEN now() + interval '1 hour' ELSE now() END)
  ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_instruction_file AFTER INSERT OR DELETE ON instruction_files
FOR EACH ROW EXECUTE FUNCTION count_instruction_file();
--> statement-breakpoint
-- Neither owner, place nor size of a file ever changes; the figures above depend on it.
CREATE FUNCTION keep_instruction_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a file keeps its owner, object and size';
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_instruction_file BEFORE UPDATE OF user_id, object_key, size_bytes ON instruction_files
FOR EACH ROW EXECUTE FUNCTION keep_instruction_file();
--> statement-breakpoint
ALTER TABLE "user_storage_usage" ADD CONSTRAINT "user_storage_usage_not_negative" CHECK (used_bytes >= 0);
