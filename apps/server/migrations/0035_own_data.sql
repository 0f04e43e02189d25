CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempt_id" uuid,
	"object_key" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"files_done" integer DEFAULT 0 NOT NULL,
	"files_total" integer DEFAULT 0 NOT NULL,
	"bytes_done" bigint DEFAULT 0 NOT NULL,
	"bytes_total" bigint DEFAULT 0 NOT NULL,
	"size_bytes" bigint,
	"ticket_id" uuid,
	"downloaded_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "data_exports_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "data_exports_object_key_unique" UNIQUE("object_key")
);
--> statement-breakpoint
CREATE TABLE "data_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'expected' NOT NULL,
	"attempt_id" uuid,
	"object_key" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"size_bytes" bigint NOT NULL,
	"files_done" integer DEFAULT 0 NOT NULL,
	"files_total" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"outcome" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "data_imports_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "data_imports_object_key_unique" UNIQUE("object_key")
);
--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_imports" ADD CONSTRAINT "data_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_exports_expires_at_index" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "data_imports_expires_at_index" ON "data_imports" USING btree ("expires_at");--> statement-breakpoint
-- However an object stops being named, its bytes follow; what may still be arriving, an hour later.
CREATE FUNCTION note_own_data_object() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.object_key IS NOT NULL
    AND (TG_OP = 'DELETE' OR NEW.object_key IS DISTINCT FROM OLD.object_key) THEN
    INSERT INTO object_removals (object_key, due_at)
    VALUES (
      OLD.object_key,
      CASE WHEN OLD.state IN ('making', 'uploading') THEN now() + interval '1 hour' ELSE now() END
    )
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_data_export_object AFTER UPDATE OF object_key OR DELETE ON data_exports
FOR EACH ROW EXECUTE FUNCTION note_own_data_object();
--> statement-breakpoint
CREATE TRIGGER note_data_import_object AFTER UPDATE OF object_key OR DELETE ON data_imports
FOR EACH ROW EXECUTE FUNCTION note_own_data_object();
