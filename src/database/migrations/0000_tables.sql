CREATE TABLE "hookplate"."arrival" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"identity" text COLLATE "C",
	"fingerprint" "bytea",
	"profile" text COLLATE "C" NOT NULL,
	"catalogue" text,
	"event" text COLLATE "C",
	"problem" text,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"content" "bytea",
	"messages" jsonb NOT NULL,
	"replay_of" text COLLATE "C",
	"received_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hookplate"."attempt" (
	"message" text COLLATE "C" NOT NULL,
	"round" integer NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"address" text,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"truncated" boolean,
	"error" text,
	"explanation" text,
	"gave_up" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hookplate"."cancelled_webhook" (
	"webhook" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"cancelled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"until" timestamp (3) with time zone DEFAULT 'infinity' NOT NULL,
	"is_settled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hookplate"."endpoint" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"webhook" text,
	"name" text,
	"origin" text NOT NULL,
	"host" text NOT NULL,
	"url_digest" "bytea",
	"places" integer DEFAULT 4 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"last_status" integer,
	"last_error" text,
	"last_explanation" text,
	"warned_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_because" text,
	"disabled_reason" text,
	"disabled_by" text,
	"rate" double precision,
	"tokens" double precision,
	"tokens_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "hookplate"."flow_api" (
	"project_id" text NOT NULL,
	"task_id" text NOT NULL,
	"base_url" text,
	"enabled" boolean NOT NULL,
	"parameters" text NOT NULL,
	"sample_body" "bytea" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "flow_api_project_id_task_id_pk" PRIMARY KEY("project_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "hookplate"."instance" (
	"id" text PRIMARY KEY NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL
);
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
	"body" "bytea",
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
CREATE TABLE "hookplate"."request" (
	"message" text COLLATE "C" PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hookplate"."session" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"proof" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"idle_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hookplate"."source" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"catalogue" text,
	"profiles" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"settings" "bytea" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"refused_because" text
);
--> statement-breakpoint
CREATE TABLE "hookplate"."token" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"events" jsonb,
	"profiles" jsonb,
	CONSTRAINT "token_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "hookplate"."webhook" (
	"id" text PRIMARY KEY NOT NULL,
	"profile" text NOT NULL,
	"name" text,
	"settings" "bytea" NOT NULL,
	"diagnostics" "bytea",
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "hookplate"."webhook_version" (
	"webhook" text NOT NULL,
	"version" integer NOT NULL,
	"change" text NOT NULL,
	"fields" jsonb NOT NULL,
	"settings" "bytea" NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "webhook_version_webhook_version_pk" PRIMARY KEY("webhook","version")
);
--> statement-breakpoint
ALTER TABLE "hookplate"."process_event" ADD CONSTRAINT "process_event_pid_process_pid_fk" FOREIGN KEY ("pid") REFERENCES "hookplate"."process"("pid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hookplate"."webhook_version" ADD CONSTRAINT "webhook_version_webhook_webhook_id_fk" FOREIGN KEY ("webhook") REFERENCES "hookplate"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "arrival_identity" ON "hookplate"."arrival" USING btree ("source","profile","identity") WHERE "hookplate"."arrival"."identity" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "arrival_identity_of_source" ON "hookplate"."arrival" USING btree ("source","identity") WHERE "hookplate"."arrival"."identity" is not null and "hookplate"."arrival"."source" <> '';--> statement-breakpoint
CREATE INDEX "arrival_newest" ON "hookplate"."arrival" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "arrival_of_source" ON "hookplate"."arrival" USING btree ("source","received_at") WHERE "hookplate"."arrival"."source" <> '';--> statement-breakpoint
CREATE INDEX "arrival_of_profile" ON "hookplate"."arrival" USING btree ("profile","received_at");--> statement-breakpoint
CREATE INDEX "arrival_of_event" ON "hookplate"."arrival" USING btree ("event","received_at") WHERE "hookplate"."arrival"."event" is not null;--> statement-breakpoint
CREATE INDEX "attempt_given_up" ON "hookplate"."attempt" USING btree ("recorded_at") WHERE "hookplate"."attempt"."gave_up";--> statement-breakpoint
CREATE INDEX "attempt_of_message" ON "hookplate"."attempt" USING btree ("message");--> statement-breakpoint
CREATE INDEX "attempt_by_time" ON "hookplate"."attempt" USING brin ("recorded_at") WITH (pages_per_range=32);--> statement-breakpoint
CREATE INDEX "cancelled_webhook_unsettled" ON "hookplate"."cancelled_webhook" USING btree ("webhook") WHERE not "hookplate"."cancelled_webhook"."is_settled";--> statement-breakpoint
CREATE INDEX "endpoint_disabled" ON "hookplate"."endpoint" USING btree ("disabled_at") WHERE "hookplate"."endpoint"."disabled_at" is not null;--> statement-breakpoint
CREATE INDEX "endpoint_failing" ON "hookplate"."endpoint" USING btree ("failing_since") WHERE "hookplate"."endpoint"."failing_since" is not null;--> statement-breakpoint
CREATE INDEX "endpoint_of_webhook" ON "hookplate"."endpoint" USING btree ("webhook","id") WHERE "hookplate"."endpoint"."webhook" is not null;--> statement-breakpoint
CREATE INDEX "message_due" ON "hookplate"."message" USING btree ("due_at") WHERE "hookplate"."message"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "message_due_of_endpoint" ON "hookplate"."message" USING btree ("endpoint","due_at") WHERE "hookplate"."message"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "message_in_line" ON "hookplate"."message" USING btree ("line","position") WHERE "hookplate"."message"."line" is not null and "hookplate"."message"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "message_newest" ON "hookplate"."message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "message_of_endpoint" ON "hookplate"."message" USING btree ("endpoint","created_at") WHERE "hookplate"."message"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "message_of_webhook" ON "hookplate"."message" USING btree ("webhook","created_at") WHERE "hookplate"."message"."webhook" is not null and "hookplate"."message"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "message_of_event" ON "hookplate"."message" USING btree ("event","created_at") WHERE "hookplate"."message"."event" is not null and "hookplate"."message"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "message_of_profile" ON "hookplate"."message" USING btree ("profile","created_at") WHERE "hookplate"."message"."profile" is not null and "hookplate"."message"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "message_waiting_of_webhook" ON "hookplate"."message" USING btree ("webhook","created_at") WHERE "hookplate"."message"."webhook" is not null and "hookplate"."message"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "message_of_host" ON "hookplate"."message" USING btree ("host","created_at") WHERE "hookplate"."message"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "message_in_trouble" ON "hookplate"."message" USING btree ("state","created_at") WHERE "hookplate"."message"."state" <> 'delivered' and "hookplate"."message"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "message_given_up" ON "hookplate"."message" USING btree ("finished_at") WHERE "hookplate"."message"."state" <> 'delivered' and "hookplate"."message"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "process_newest" ON "hookplate"."process" USING btree ("created_at" DESC NULLS FIRST,"pid" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "process_unfinished" ON "hookplate"."process" USING btree ("owner") WHERE "hookplate"."process"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "process_by_end" ON "hookplate"."process" USING btree ("ended_at") WHERE "hookplate"."process"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "session_of_user" ON "hookplate"."session" USING btree ("username","created_at");--> statement-breakpoint
CREATE INDEX "webhook_of_profile" ON "hookplate"."webhook" USING btree ("profile","id") WHERE "hookplate"."webhook"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_name" ON "hookplate"."webhook" USING btree ("profile","name") WHERE "hookplate"."webhook"."deleted_at" is null;