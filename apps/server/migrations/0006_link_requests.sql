ALTER TABLE "account_links" ADD COLUMN "asked_address" text;--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "asked_user_agent" text;