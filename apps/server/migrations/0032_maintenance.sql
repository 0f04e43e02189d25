CREATE TABLE "maintenance_tellings" (
	"window_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"call_off_ordered_at" timestamp with time zone,
	CONSTRAINT "maintenance_tellings_window_id_user_id_pk" PRIMARY KEY("window_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "maintenance_windows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"begins_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"planned_at" timestamp with time zone NOT NULL,
	"called_off_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"told" integer,
	"told_late" integer
);
--> statement-breakpoint
ALTER TABLE "maintenance_tellings" ADD CONSTRAINT "maintenance_tellings_window_id_maintenance_windows_id_fk" FOREIGN KEY ("window_id") REFERENCES "public"."maintenance_windows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_tellings" ADD CONSTRAINT "maintenance_tellings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "maintenance_tellings_user_id_index" ON "maintenance_tellings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "maintenance_windows_open" ON "maintenance_windows" USING btree ("ends_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "maintenance_windows_closed" ON "maintenance_windows" USING btree ("id") WHERE closed_at is not null;--> statement-breakpoint
-- Written by hand from here on: times that hold never overlap, and end after they begin.
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_no_overlap" EXCLUDE USING gist (tstzrange("begins_at", "ends_at") WITH &&) WHERE ("called_off_at" is null);--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_in_order" CHECK ("begins_at" < "ends_at");--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_counted" CHECK (("closed_at" is null) = ("told" is null) AND ("closed_at" is null) = ("told_late" is null));
