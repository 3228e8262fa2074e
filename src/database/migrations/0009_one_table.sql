-- In the order in which messages are stored, and before anything is copied: whoever stores one meanwhile waits without a lock that is
-- needed later.
LOCK TABLE "hookplate"."endpoint", "hookplate"."message", "hookplate"."attempt" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "hookplate"."request" (
	"message" text COLLATE "C" PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"stored_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- The messages are written anew: smaller rows, with room beside each for its next version.
ALTER TABLE "hookplate"."message" RENAME TO "message_before";
--> statement-breakpoint
ALTER TABLE "hookplate"."message_before" RENAME CONSTRAINT "message_pkey" TO "message_before_pkey";
--> statement-breakpoint
ALTER SEQUENCE "hookplate"."message_position_seq" RENAME TO "message_before_position_seq";
--> statement-breakpoint
CREATE TABLE "hookplate"."message" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"endpoint" text COLLATE "C" NOT NULL,
	"webhook" text,
	"name" text,
	"event" text,
	"profile" text,
	"host" text NOT NULL,
	"method" text NOT NULL,
	"request_bytes" integer NOT NULL,
	"digest" "bytea" NOT NULL,
	"trace" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"round" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"line" text COLLATE "C",
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "hookplate"."message_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"taken_until" timestamp (3) with time zone,
	"taken_by" bigint,
	"finished_at" timestamp (3) with time zone
) WITH (fillfactor = 45);
--> statement-breakpoint
-- Whoever was sending a message may still do so: it is theirs for half a minute. In a line, those that were tried keep their
-- time, the first of the others is due, and the rest wait for it.
INSERT INTO "hookplate"."message" ("id", "endpoint", "webhook", "event", "profile", "host", "method", "request_bytes", "digest", "state",
	"reason", "round", "attempts", "line", "position", "created_at", "due_at", "failed_at", "taken_until", "finished_at")
OVERRIDING SYSTEM VALUE
SELECT "id", "endpoint", "webhook", "event", "profile", "host", "method", "request_bytes", "digest",
	CASE "state" WHEN 'sending' THEN 'pending' ELSE "state" END, "reason", "round", "attempts", "line", "position", "created_at",
	CASE
		WHEN "finished_at" IS NOT NULL THEN NULL
		WHEN "line" IS NULL OR "tried" THEN coalesce("next_attempt_at", now())
		WHEN row_number() OVER (PARTITION BY "line", "finished_at" IS NULL, "tried" ORDER BY "position") > 1 THEN NULL
		ELSE greatest(now(), max("created_at") FILTER (WHERE "tried" AND "finished_at" IS NULL)
			OVER (PARTITION BY "line", "finished_at" IS NULL ORDER BY "position") + interval '5 minutes')
	END,
	CASE WHEN "finished_at" IS NULL AND "tried" THEN "created_at" END,
	CASE WHEN "state" = 'sending' THEN now() + interval '30 seconds' END, "finished_at"
FROM (SELECT *, "attempts" > 0 OR "round" > 0 OR "reason" IS NOT NULL AS "tried" FROM "hookplate"."message_before") AS "before";
--> statement-breakpoint
SELECT setval('"hookplate"."message_position_seq"', (SELECT coalesce(max("position"), 0) + 1 FROM "hookplate"."message"), false);
--> statement-breakpoint
INSERT INTO "hookplate"."request" ("message", "content", "stored_at")
SELECT "id", "request", "created_at" FROM "hookplate"."message_before" WHERE "request" IS NOT NULL ORDER BY "created_at";
--> statement-breakpoint
DROP TABLE "hookplate"."message_before";
--> statement-breakpoint
DROP INDEX "hookplate"."endpoint_by_host";
--> statement-breakpoint
DROP INDEX "hookplate"."attempt_by_time";
--> statement-breakpoint
ALTER TABLE "hookplate"."attempt" DROP CONSTRAINT "attempt_message_round_number_started_at_pk";
--> statement-breakpoint
ALTER TABLE "hookplate"."attempt" ALTER COLUMN "message" SET DATA TYPE text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "hookplate"."endpoint" ALTER COLUMN "id" SET DATA TYPE text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "hookplate"."endpoint" ADD COLUMN "name" text;
--> statement-breakpoint
ALTER TABLE "hookplate"."endpoint" ADD COLUMN "url_digest" "bytea";
--> statement-breakpoint
ALTER TABLE "hookplate"."endpoint" ADD COLUMN "places" integer DEFAULT 4 NOT NULL;
--> statement-breakpoint
ALTER TABLE "hookplate"."endpoint" ADD COLUMN "disabled_reason" text;
--> statement-breakpoint
ALTER TABLE "hookplate"."endpoint" ADD COLUMN "rate" double precision;
--> statement-breakpoint
ALTER TABLE "hookplate"."endpoint" ADD COLUMN "tokens" double precision;
--> statement-breakpoint
ALTER TABLE "hookplate"."endpoint" ADD COLUMN "tokens_at" timestamp (3) with time zone;
--> statement-breakpoint
-- An endpoint that fails is tried with one message at a time.
UPDATE "hookplate"."endpoint" SET "places" = 1 WHERE "failures" > 0;
--> statement-breakpoint
CREATE INDEX "request_by_time" ON "hookplate"."request" USING brin ("stored_at") WITH (pages_per_range=32);
--> statement-breakpoint
CREATE INDEX "attempt_of_message" ON "hookplate"."attempt" USING btree ("message");
--> statement-breakpoint
CREATE INDEX "endpoint_disabled" ON "hookplate"."endpoint" USING btree ("disabled_at") WHERE "hookplate"."endpoint"."disabled_at" is not null;
--> statement-breakpoint
CREATE INDEX "endpoint_failing" ON "hookplate"."endpoint" USING btree ("failing_since") WHERE "hookplate"."endpoint"."failing_since" is not null;
--> statement-breakpoint
CREATE INDEX "message_due" ON "hookplate"."message" USING btree ("due_at") WHERE "hookplate"."message"."due_at" is not null;
--> statement-breakpoint
CREATE INDEX "message_due_of_endpoint" ON "hookplate"."message" USING btree ("endpoint","due_at") WHERE "hookplate"."message"."due_at" is not null;
--> statement-breakpoint
CREATE INDEX "message_newest" ON "hookplate"."message" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "message_of_endpoint" ON "hookplate"."message" USING btree ("endpoint","created_at") WHERE "hookplate"."message"."finished_at" is not null;
--> statement-breakpoint
CREATE INDEX "message_of_webhook" ON "hookplate"."message" USING btree ("webhook","created_at") WHERE "hookplate"."message"."webhook" is not null and "hookplate"."message"."finished_at" is not null;
--> statement-breakpoint
CREATE INDEX "message_of_event" ON "hookplate"."message" USING btree ("event","created_at") WHERE "hookplate"."message"."event" is not null and "hookplate"."message"."finished_at" is not null;
--> statement-breakpoint
CREATE INDEX "message_of_profile" ON "hookplate"."message" USING btree ("profile","created_at") WHERE "hookplate"."message"."profile" is not null and "hookplate"."message"."finished_at" is not null;
--> statement-breakpoint
CREATE INDEX "message_of_host" ON "hookplate"."message" USING btree ("host","created_at") WHERE "hookplate"."message"."finished_at" is not null;
--> statement-breakpoint
CREATE INDEX "message_in_trouble" ON "hookplate"."message" USING btree ("state","created_at") WHERE "hookplate"."message"."state" <> 'delivered' and "hookplate"."message"."finished_at" is not null;
--> statement-breakpoint
CREATE INDEX "message_given_up" ON "hookplate"."message" USING btree ("finished_at") WHERE "hookplate"."message"."state" <> 'delivered' and "hookplate"."message"."finished_at" is not null;
--> statement-breakpoint
CREATE INDEX "attempt_by_time" ON "hookplate"."attempt" USING brin ("recorded_at") WITH (pages_per_range=32);
--> statement-breakpoint
CREATE INDEX "message_in_line" ON "hookplate"."message" USING btree ("line","position") WHERE "hookplate"."message"."line" is not null and "hookplate"."message"."finished_at" is null;
--> statement-breakpoint
-- The jobs that told of messages: a message is its own job now.
DROP SCHEMA IF EXISTS "hookplate_queue" CASCADE;
