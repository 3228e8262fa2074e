CREATE SCHEMA IF NOT EXISTS "hookplate";
--> statement-breakpoint
CREATE TABLE "hookplate"."attempt" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hookplate"."attempt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message" text NOT NULL,
	"round" integer NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"address" text,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"truncated" boolean,
	"error" text,
	"explanation" text
);
--> statement-breakpoint
CREATE TABLE "hookplate"."endpoint" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook" text,
	"origin" text NOT NULL,
	"host" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"warned_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_because" text
);
--> statement-breakpoint
CREATE TABLE "hookplate"."message" (
	"id" text PRIMARY KEY NOT NULL,
	"endpoint" text NOT NULL,
	"webhook" text,
	"event" text,
	"profile" text,
	"host" text NOT NULL,
	"method" text NOT NULL,
	"request" "bytea",
	"request_bytes" integer NOT NULL,
	"digest" "bytea" NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"round" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"job" uuid,
	"line" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "hookplate"."message_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
ALTER TABLE "hookplate"."attempt" ADD CONSTRAINT "attempt_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "hookplate"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_of_message" ON "hookplate"."attempt" USING btree ("message","round","number","started_at");--> statement-breakpoint
CREATE INDEX "attempt_by_time" ON "hookplate"."attempt" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "message_newest" ON "hookplate"."message" USING btree ("created_at" DESC,"id" DESC);--> statement-breakpoint
CREATE INDEX "message_by_endpoint" ON "hookplate"."message" USING btree ("endpoint","created_at" DESC);--> statement-breakpoint
CREATE INDEX "message_unfinished" ON "hookplate"."message" USING btree ("next_attempt_at") WHERE "hookplate"."message"."state" in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "message_in_line" ON "hookplate"."message" USING btree ("line","position") WHERE "hookplate"."message"."line" is not null and "hookplate"."message"."state" in ('pending', 'sending');