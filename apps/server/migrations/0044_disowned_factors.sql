ALTER TABLE "sessions" ADD COLUMN "factor_proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "authenticators" ADD COLUMN "disowned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "disowned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD COLUMN "disowned_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "second_addresses_email_index" ON "second_addresses" USING btree ("email");