-- outside of a transaction
DROP INDEX CONCURRENTLY IF EXISTS "users_by_arrival";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_by_arrival" ON "users" USING btree ("created_at","id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_to_look_for";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_to_look_for" ON "users" USING btree ("looked_for","id") WHERE email_verified;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "audit_entries_of_owner";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_entries_of_owner" ON "audit_entries" USING btree ("owner_id","seq");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "audit_entries_of_act";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_entries_of_act" ON "audit_entries" USING btree ("act","seq");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "contact_checks_due";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "contact_checks_due" ON "contact_checks" USING btree ("due_at","contact_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "instruction_usage_review_look_at_user_id_index";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "instruction_usage_review_look_at_user_id_index" ON "instruction_usage" USING btree ("review_look_at","user_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "edition_notices_untold";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "edition_notices_untold" ON "edition_notices" USING btree ("edition","ordered_at") WHERE told_on is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "maintenance_tellings_untold";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "maintenance_tellings_untold" ON "maintenance_tellings" USING btree ("window_id","ordered_at") WHERE told_at is null and refused_at is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "maintenance_tellings_told_of_nothing";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "maintenance_tellings_told_of_nothing" ON "maintenance_tellings" USING btree ("window_id","user_id") WHERE told_at is not null and call_off_ordered_at is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "presence_checks_due";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "presence_checks_due" ON "presence_checks" USING btree ("look_at","user_id") WHERE frequency <> 'disabled';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "deliveries_withheld";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "deliveries_withheld" ON "deliveries" USING btree ("activation_id","contact_id") WHERE state = 'withheld';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "rehearsal_reminders_look_at_user_id_index";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "rehearsal_reminders_look_at_user_id_index" ON "rehearsal_reminders" USING btree ("look_at","user_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "audit_entries_owner_id_at_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "audit_entries_at_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "contact_checks_due_at_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "presence_checks_look_at_index";
