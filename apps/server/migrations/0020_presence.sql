CREATE TABLE "check_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"round_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"digest" text NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"is_refused" boolean DEFAULT false NOT NULL,
	CONSTRAINT "check_ins_digest_unique" UNIQUE("digest"),
	CONSTRAINT "check_ins_round_id_number_unique" UNIQUE("round_id","number"),
	CONSTRAINT "check_ins_number" CHECK (number between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "presence_checks" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"frequency" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"look_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "presence_rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"silent_since" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	"told_contacts" integer,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "presence_rounds_told" CHECK ((told_at is null) = (told_contacts is null)),
	CONSTRAINT "presence_rounds_ended" CHECK ((ended_at is null) = (ended_by is null))
);
--> statement-breakpoint
CREATE TABLE "presence_tellings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"round_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"begun_at" timestamp with time zone,
	CONSTRAINT "presence_tellings_round_id_contact_id_unique" UNIQUE("round_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "review_reminders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"stage" integer NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_round_id_presence_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."presence_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence_checks" ADD CONSTRAINT "presence_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence_rounds" ADD CONSTRAINT "presence_rounds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence_tellings" ADD CONSTRAINT "presence_tellings_round_id_presence_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."presence_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence_tellings" ADD CONSTRAINT "presence_tellings_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reminders" ADD CONSTRAINT "review_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "presence_checks_look_at_index" ON "presence_checks" USING btree ("look_at") WHERE frequency <> 'disabled';--> statement-breakpoint
CREATE UNIQUE INDEX "presence_rounds_one_open" ON "presence_rounds" USING btree ("user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "presence_rounds_user_id_started_at_index" ON "presence_rounds" USING btree ("user_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "presence_tellings_contact_id_index" ON "presence_tellings" USING btree ("contact_id");