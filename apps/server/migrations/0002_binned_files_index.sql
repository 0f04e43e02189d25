-- outside of a transaction
DROP INDEX CONCURRENTLY IF EXISTS "instruction_files_binned_id_index";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "instruction_files_binned_id_index" ON "instruction_files" USING btree ("binned_id") WHERE binned_id is not null;
