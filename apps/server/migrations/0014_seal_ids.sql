ALTER TABLE "trusted_contacts" ADD COLUMN "seal_id" uuid;--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "seal_id" uuid;