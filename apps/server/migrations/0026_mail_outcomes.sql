CREATE TABLE "mail_outcomes" (
	"hour" timestamp with time zone NOT NULL,
	"mail" text NOT NULL,
	"outcome" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "mail_outcomes_hour_mail_outcome_pk" PRIMARY KEY("hour","mail","outcome")
);
