CREATE TABLE "hookplate"."instance" (
	"id" text PRIMARY KEY NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hookplate"."process" (
	"pid" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"task_id" text NOT NULL,
	"profile" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"records_processed" bigint NOT NULL,
	"error_count" bigint NOT NULL,
	"error" text,
	"idempotency_key" text,
	"fingerprint" text,
	"owner" text NOT NULL,
	"interrupt_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "process_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "hookplate"."process_event" (
	"pid" text NOT NULL,
	"number" integer NOT NULL,
	"event" text NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"messages" jsonb NOT NULL,
	CONSTRAINT "process_event_pid_event_pk" PRIMARY KEY("pid","event")
);
--> statement-breakpoint
DROP INDEX "hookplate"."attempt_by_time";--> statement-breakpoint
ALTER TABLE "hookplate"."attempt" ADD COLUMN "recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "hookplate"."process_event" ADD CONSTRAINT "process_event_pid_process_pid_fk" FOREIGN KEY ("pid") REFERENCES "hookplate"."process"("pid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "process_newest" ON "hookplate"."process" USING btree ("created_at" DESC NULLS FIRST,"pid" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "process_unfinished" ON "hookplate"."process" USING btree ("owner") WHERE "hookplate"."process"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "process_by_end" ON "hookplate"."process" USING btree ("ended_at") WHERE "hookplate"."process"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "attempt_by_time" ON "hookplate"."attempt" USING btree ("recorded_at");