CREATE TABLE "rehearsal_parts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rehearsal_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"contact_id" uuid,
	"digest" text,
	"email" text NOT NULL,
	"name" text,
	"state" text DEFAULT 'asked' NOT NULL,
	"pin" text DEFAULT 'not_asked' NOT NULL,
	"pin_tries" integer DEFAULT 0 NOT NULL,
	"taken_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	CONSTRAINT "rehearsal_parts_digest_unique" UNIQUE("digest"),
	CONSTRAINT "rehearsal_parts_rehearsal_id_contact_id_unique" UNIQUE("rehearsal_id","contact_id"),
	CONSTRAINT "rehearsal_parts_kind" CHECK ((kind = 'contact') = (contact_id is not null) and (kind = 'contact') = (digest is not null)),
	CONSTRAINT "rehearsal_parts_answered" CHECK ((state = 'answered') = (answered_at is not null)),
	CONSTRAINT "rehearsal_parts_tries" CHECK (pin_tries between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "rehearsal_reminders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rehearsals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"mails_recipients" boolean NOT NULL,
	CONSTRAINT "rehearsals_id_user_id_unique" UNIQUE("id","user_id"),
	CONSTRAINT "rehearsals_ended" CHECK ((ended_at is null) = (ended_by is null))
);
--> statement-breakpoint
ALTER TABLE "rehearsal_parts" ADD CONSTRAINT "rehearsal_parts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsal_parts" ADD CONSTRAINT "rehearsal_parts_rehearsal" FOREIGN KEY ("rehearsal_id","user_id") REFERENCES "public"."rehearsals"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsal_parts" ADD CONSTRAINT "rehearsal_parts_contact" FOREIGN KEY ("contact_id","user_id") REFERENCES "public"."trusted_contacts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsal_reminders" ADD CONSTRAINT "rehearsal_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsals" ADD CONSTRAINT "rehearsals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rehearsal_parts_contact_id_index" ON "rehearsal_parts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "rehearsal_parts_user_id_index" ON "rehearsal_parts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rehearsals_one_open" ON "rehearsals" USING btree ("user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "rehearsals_user_id_started_at_index" ON "rehearsals" USING btree ("user_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "rehearsals_ends_at_index" ON "rehearsals" USING btree ("ends_at") WHERE ended_at is null;