ALTER TABLE "instructions" ALTER COLUMN "title" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "instructions" ALTER COLUMN "preview" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "heading" text;--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "has_recipient" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "instructions_with_former_heading" ON "instructions" USING btree ("id") WHERE heading is null;
