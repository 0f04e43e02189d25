CREATE TABLE "deletion_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Mails about deleted accounts that were ordered before carry the address in the job: it moves into
-- the new table where the mail still has to be sent, and goes where it was sent already.
DO $$
BEGIN
	IF to_regclass('pgboss.job') IS NULL THEN
		RETURN;
	END IF;
	INSERT INTO "deletion_notices" ("id", "email", "language", "deleted_at")
	SELECT id, data->>'to', coalesce(data->>'language', 'ru'), coalesce((data->>'at')::timestamptz, now())
	FROM pgboss.job
	WHERE name = 'account-mail' AND data->>'kind' = 'account_deleted' AND data ? 'to'
		AND state IN ('created', 'retry', 'active');
	UPDATE pgboss.job
	SET data = (data - 'to' - 'language' - 'at') || jsonb_build_object('notice_id', id)
	WHERE name = 'account-mail' AND data->>'kind' = 'account_deleted' AND data ? 'to';
END $$;
