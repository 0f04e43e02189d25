CREATE TABLE "contact_checks" (
	"contact_id" uuid PRIMARY KEY NOT NULL,
	"confirmed_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"reminders" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"link_id" uuid,
	"link_digest" text,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "contact_checks_link_id_unique" UNIQUE("link_id"),
	CONSTRAINT "contact_checks_link_digest_unique" UNIQUE("link_digest"),
	CONSTRAINT "contact_checks_reminders" CHECK (reminders between 0 and 2),
	CONSTRAINT "contact_checks_asked" CHECK (asked_at is null or link_digest is not null)
);
--> statement-breakpoint
ALTER TABLE "contact_checks" ADD CONSTRAINT "contact_checks_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_checks_due_at_index" ON "contact_checks" USING btree ("due_at");--> statement-breakpoint
-- By hand: contacts who agreed before this was kept. The day of their yes is not known, only that of
-- the last change. Those for whom a year is over are asked over the following month, not all on one
-- day. In milliseconds, as the program reads moments.
insert into contact_checks (contact_id, due_at)
select id, date_trunc('milliseconds', greatest(
  updated_at + interval '365 days',
  now() + interval '1 day' * (1 + mod(abs(hashtext(id::text)::bigint), 30))))
from trusted_contacts
where is_confirmed;
