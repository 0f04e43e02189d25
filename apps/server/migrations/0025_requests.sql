CREATE TABLE "request_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"object_key" text NOT NULL,
	"file_name" text NOT NULL,
	"name_digest" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"mime_type" text NOT NULL,
	"state" text NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "request_documents_object_key_unique" UNIQUE("object_key")
);
--> statement-breakpoint
CREATE TABLE "request_papers" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"master_version" integer NOT NULL,
	"wrapped" text NOT NULL,
	"explanation" text NOT NULL,
	"note" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "activation_requests_one_open";--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "request_reason" text;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "rejection" text;--> statement-breakpoint
ALTER TABLE "activation_requests" ADD COLUMN "approval_basis" text;--> statement-breakpoint
ALTER TABLE "contact_standings" ADD COLUMN "approved_basis" text;--> statement-breakpoint
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_request_id_request_papers_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."request_papers"("request_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_papers" ADD CONSTRAINT "request_papers_request_id_activation_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."activation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_documents_request_id_index" ON "request_documents" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "request_documents_lease_until_index" ON "request_documents" USING btree ("lease_until") WHERE state = 'uploading';--> statement-breakpoint
CREATE UNIQUE INDEX "request_documents_no_duplicates" ON "request_documents" USING btree ("request_id","name_digest","size_bytes") WHERE state = 'stored';--> statement-breakpoint
CREATE INDEX "request_papers_master_version_index" ON "request_papers" USING btree ("master_version");--> statement-breakpoint
CREATE INDEX "activation_requests_asked" ON "activation_requests" USING btree ("created_at","id") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "activation_requests_decided" ON "activation_requests" USING btree ("decided_at","id") WHERE decided_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "activation_requests_one_open" ON "activation_requests" USING btree ("deceased_user_id","trusted_contact_id") WHERE status in ('requested', 'approved', 'agreement_pending', 'agreed', 'payment_pending');--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_have_a_reason" CHECK (status not in ('requested', 'approved', 'rejected') or request_reason is not null);--> statement-breakpoint
ALTER TABLE "activation_requests" ADD CONSTRAINT "activation_requests_rejected_for_a_reason" CHECK ((status = 'rejected') = (rejection is not null));--> statement-breakpoint
-- The table of the feature's README once more, with the operators' review in it.
CREATE OR REPLACE FUNCTION activation_may_move(before text, after text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE before
    WHEN 'requested' THEN after IN ('approved', 'rejected', 'payment_canceled')
    WHEN 'approved' THEN after IN ('agreement_pending', 'payment_pending', 'payment_canceled', 'vetoed')
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
$$;
--> statement-breakpoint
-- However the row of a document went, its bytes follow; those of one that is still arriving may
-- appear in the store after its row has gone.
CREATE FUNCTION note_request_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO object_removals (object_key, due_at)
  VALUES (OLD.object_key, CASE OLD.state WHEN 'uploading' THEN now() + interval '1 hour' ELSE now() END)
  ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_request_document AFTER DELETE ON request_documents
FOR EACH ROW EXECUTE FUNCTION note_request_document();
--> statement-breakpoint
-- What operators approved before there was a word for what it rests on.
UPDATE contact_standings SET approved_basis = 'other' WHERE approved_at IS NOT NULL;
