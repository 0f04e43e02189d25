CREATE TABLE "object_stores" (
	"name" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL
);
