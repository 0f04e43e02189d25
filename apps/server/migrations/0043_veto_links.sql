ALTER TABLE "stop_links" DROP CONSTRAINT "stop_links_one_per_address";--> statement-breakpoint
ALTER TABLE "protocol_rules" ADD COLUMN "spent_stop_code_digest" text;--> statement-breakpoint
ALTER TABLE "stop_links" ADD COLUMN "mailbox_digest" text NOT NULL;--> statement-breakpoint
ALTER TABLE "stop_links" ADD COLUMN "used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "protocol_rules" ADD CONSTRAINT "protocol_rules_spent_stop_code_digest_unique" UNIQUE("spent_stop_code_digest");--> statement-breakpoint
ALTER TABLE "stop_links" ADD CONSTRAINT "stop_links_one_per_mailbox" UNIQUE("activation_id","mailbox_digest");