CREATE TABLE "hookplate"."cancelled_webhook" (
	"webhook" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"cancelled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_settled" boolean DEFAULT false NOT NULL
);
