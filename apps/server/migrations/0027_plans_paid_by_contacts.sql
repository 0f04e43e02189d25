CREATE TABLE "plan_gifts" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"contact_id" uuid
);
--> statement-breakpoint
CREATE TABLE "removal_tellings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"expired_on" date NOT NULL,
	"files_removed_on" date NOT NULL,
	"is_last" boolean NOT NULL,
	"ordered_on" date NOT NULL,
	"begun_at" timestamp with time zone,
	"taken_on" date,
	"refused_on" date,
	CONSTRAINT "removal_tellings_once" UNIQUE("contact_id","expired_on","files_removed_on","is_last")
);
--> statement-breakpoint
DROP INDEX "payments_one_pending";--> statement-breakpoint
ALTER TABLE "user_storage" ADD COLUMN "grace_untold_since" date;--> statement-breakpoint
ALTER TABLE "plan_gifts" ADD CONSTRAINT "plan_gifts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_gifts" ADD CONSTRAINT "plan_gifts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_gifts" ADD CONSTRAINT "plan_gifts_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removal_tellings" ADD CONSTRAINT "removal_tellings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removal_tellings" ADD CONSTRAINT "removal_tellings_contact_id_trusted_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."trusted_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_gifts_owner_id_index" ON "plan_gifts" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "plan_gifts_contact_id_index" ON "plan_gifts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "removal_tellings_user_id_index" ON "removal_tellings" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_pending" ON "payments" USING btree ("user_id","provider","plan_id","kind","basis","amount_kopecks") WHERE status = 'pending' and kind not in ('activation', 'gift');