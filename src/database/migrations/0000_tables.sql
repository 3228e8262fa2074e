CREATE TABLE "hookplate"."portal_access" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"profile" text NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"theme" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"idle_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hookplate"."audit_entry" (
	"id" uuid NOT NULL,
	"bucket" smallint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by" text COLLATE "C",
	"token_made_by" text,
	"address" text,
	"operation" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text COLLATE "C",
	"profile" text COLLATE "C",
	CONSTRAINT "audit_entry_id_bucket_pk" PRIMARY KEY("id","bucket")
);
--> statement-breakpoint
CREATE TABLE "hookplate"."attempt" (
	"message" uuid NOT NULL,
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
	"gave_up" boolean DEFAULT false NOT NULL,
	"bucket" smallint NOT NULL
) PARTITION BY RANGE ("recorded_at");
--> statement-breakpoint
CREATE TABLE "hookplate"."cancelled_webhook" (
	"webhook" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"cancelled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"until" timestamp (3) with time zone DEFAULT 'infinity' NOT NULL,
	"is_settled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hookplate"."ended" (
	"id" uuid NOT NULL,
	"bucket" smallint NOT NULL,
	"given_id" text COLLATE "C",
	"endpoint" uuid,
	"endpoint_name" text,
	"webhook" text,
	"name" text,
	"event" text,
	"profile" text,
	"host" text NOT NULL,
	"method" text NOT NULL,
	"request_bytes" integer NOT NULL,
	"request_day" date NOT NULL,
	"trace" text,
	"round" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"line" text COLLATE "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"position" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"number" integer,
	"started_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"address" text,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"truncated" boolean,
	"error" text,
	"explanation" text,
	CONSTRAINT "ended_id_finished_at_bucket_pk" PRIMARY KEY("id","finished_at","bucket")
) PARTITION BY RANGE ("finished_at");
--> statement-breakpoint
CREATE TABLE "hookplate"."endpoint" (
	"id" uuid NOT NULL,
	"profile" text,
	"given_name" text,
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
	"tokens_at" timestamp (3) with time zone,
	"bucket" smallint NOT NULL,
	CONSTRAINT "endpoint_id_bucket_pk" PRIMARY KEY("id","bucket")
);
--> statement-breakpoint
CREATE TABLE "hookplate"."event" (
	"id" uuid NOT NULL,
	"bucket" smallint NOT NULL,
	"profile" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"catalogue" text COLLATE "C",
	"event" text COLLATE "C",
	"process" text,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"stored_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reported_by" text,
	"replay_of" uuid,
	"given" uuid,
	"ordered" text COLLATE "C",
	"content" "bytea" NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "hookplate"."event_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"trace" text,
	"retry_at" timestamp (3) with time zone,
	"waits_for" text,
	CONSTRAINT "event_id_bucket_pk" PRIMARY KEY("id","bucket")
);
--> statement-breakpoint
CREATE TABLE "hookplate"."figure" (
	"endpoint" uuid NOT NULL,
	"webhook" text COLLATE "C" NOT NULL,
	"profile" text COLLATE "C" NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"enqueued" integer NOT NULL,
	"attempts" integer NOT NULL,
	"succeeded" integer NOT NULL,
	"failed" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"bucket" smallint NOT NULL,
	CONSTRAINT "figure_endpoint_webhook_profile_hour_bucket_pk" PRIMARY KEY("endpoint","webhook","profile","hour","bucket")
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
CREATE TABLE "hookplate"."given_id" (
	"id" uuid NOT NULL,
	"digest" "bytea",
	"names" uuid,
	"is_used" boolean DEFAULT true NOT NULL,
	"kept_from" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"bucket" smallint NOT NULL,
	CONSTRAINT "given_id_id_bucket_pk" PRIMARY KEY("id","bucket")
);
--> statement-breakpoint
CREATE TABLE "hookplate"."instance" (
	"id" text PRIMARY KEY NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hookplate"."job" (
	"id" uuid NOT NULL,
	"bucket" smallint NOT NULL,
	"given_id" text COLLATE "C",
	"endpoint" uuid NOT NULL,
	"endpoint_name" text,
	"webhook" text,
	"name" text,
	"event" text,
	"profile" text,
	"host" text NOT NULL,
	"method" text NOT NULL,
	"request_bytes" integer NOT NULL,
	"request_day" date NOT NULL,
	"trace" text,
	"round" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"line" text COLLATE "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"position" bigint GENERATED BY DEFAULT AS IDENTITY (sequence name "hookplate"."job_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reason" text,
	"due_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"taken_until" timestamp (3) with time zone,
	"taken_by" bigint,
	CONSTRAINT "job_id_bucket_pk" PRIMARY KEY("id","bucket")
) WITH (fillfactor = 45);
--> statement-breakpoint
CREATE TABLE "hookplate"."new_figure" (
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "hookplate"."new_figure_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint" uuid NOT NULL,
	"webhook" text COLLATE "C" NOT NULL,
	"profile" text COLLATE "C" NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"enqueued" integer NOT NULL,
	"attempts" integer NOT NULL,
	"succeeded" integer NOT NULL,
	"failed" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"bucket" smallint NOT NULL,
	CONSTRAINT "new_figure_position_bucket_pk" PRIMARY KEY("position","bucket")
);
--> statement-breakpoint
CREATE TABLE "hookplate"."past_event" (
	"id" uuid NOT NULL,
	"bucket" smallint NOT NULL,
	"profile" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"catalogue" text COLLATE "C",
	"event" text COLLATE "C",
	"process" text,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"stored_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reported_by" text,
	"replay_of" uuid,
	"given" uuid,
	"ordered" text COLLATE "C",
	"content" "bytea" NOT NULL,
	"problem" text,
	"told_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"messages" jsonb NOT NULL,
	CONSTRAINT "past_event_id_stored_at_bucket_pk" PRIMARY KEY("id","stored_at","bucket")
) PARTITION BY RANGE ("stored_at");
--> statement-breakpoint
CREATE TABLE "hookplate"."process" (
	"pid" text NOT NULL,
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
	"bucket" smallint NOT NULL,
	CONSTRAINT "process_pid_bucket_pk" PRIMARY KEY("pid","bucket"),
	CONSTRAINT "process_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "hookplate"."request" (
	"message" uuid NOT NULL,
	"day" date NOT NULL,
	"content" "bytea" NOT NULL,
	"bucket" smallint NOT NULL,
	CONSTRAINT "request_message_day_bucket_pk" PRIMARY KEY("message","day","bucket")
) PARTITION BY RANGE ("day");
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
ALTER TABLE "hookplate"."webhook_version" ADD CONSTRAINT "webhook_version_webhook_webhook_id_fk" FOREIGN KEY ("webhook") REFERENCES "hookplate"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "portal_access_expiring" ON "hookplate"."portal_access" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "portal_access_of_profile" ON "hookplate"."portal_access" USING btree ("profile","kind","created_at");--> statement-breakpoint
CREATE INDEX "audit_entry_newest" ON "hookplate"."audit_entry" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_of_author" ON "hookplate"."audit_entry" USING btree ("by","at","id") WHERE "hookplate"."audit_entry"."by" is not null;--> statement-breakpoint
CREATE INDEX "audit_entry_of_profile" ON "hookplate"."audit_entry" USING btree ("profile","at","id") WHERE "hookplate"."audit_entry"."profile" is not null;--> statement-breakpoint
CREATE INDEX "audit_entry_of_subject" ON "hookplate"."audit_entry" USING btree ("subject_id","at","id") WHERE "hookplate"."audit_entry"."subject_id" is not null;--> statement-breakpoint
CREATE INDEX "attempt_of_message" ON "hookplate"."attempt" USING btree ("message");--> statement-breakpoint
CREATE INDEX "attempt_by_time" ON "hookplate"."attempt" USING brin ("recorded_at") WITH (pages_per_range=32);--> statement-breakpoint
CREATE INDEX "cancelled_webhook_unsettled" ON "hookplate"."cancelled_webhook" USING btree ("webhook") WHERE not "hookplate"."cancelled_webhook"."is_settled";--> statement-breakpoint
CREATE INDEX "ended_newest" ON "hookplate"."ended" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ended_given" ON "hookplate"."ended" USING btree ("given_id") WHERE "hookplate"."ended"."given_id" is not null;--> statement-breakpoint
CREATE INDEX "ended_of_endpoint" ON "hookplate"."ended" USING btree ("endpoint","created_at") WHERE "hookplate"."ended"."endpoint" is not null;--> statement-breakpoint
CREATE INDEX "ended_of_webhook" ON "hookplate"."ended" USING btree ("webhook","created_at") WHERE "hookplate"."ended"."webhook" is not null;--> statement-breakpoint
CREATE INDEX "ended_of_event" ON "hookplate"."ended" USING btree ("event","created_at") WHERE "hookplate"."ended"."event" is not null;--> statement-breakpoint
CREATE INDEX "ended_of_profile" ON "hookplate"."ended" USING btree ("profile","created_at") WHERE "hookplate"."ended"."profile" is not null;--> statement-breakpoint
CREATE INDEX "ended_of_host" ON "hookplate"."ended" USING btree ("host","created_at");--> statement-breakpoint
CREATE INDEX "ended_in_trouble" ON "hookplate"."ended" USING btree ("state","created_at") WHERE "hookplate"."ended"."state" <> 'delivered';--> statement-breakpoint
CREATE INDEX "ended_given_up" ON "hookplate"."ended" USING btree ("finished_at") WHERE "hookplate"."ended"."state" <> 'delivered';--> statement-breakpoint
CREATE INDEX "ended_by_time" ON "hookplate"."ended" USING brin ("finished_at") WITH (pages_per_range=32);--> statement-breakpoint
CREATE INDEX "endpoint_disabled" ON "hookplate"."endpoint" USING btree ("disabled_at") WHERE "hookplate"."endpoint"."disabled_at" is not null;--> statement-breakpoint
CREATE INDEX "endpoint_failing" ON "hookplate"."endpoint" USING btree ("failing_since") WHERE "hookplate"."endpoint"."failing_since" is not null;--> statement-breakpoint
CREATE INDEX "endpoint_of_webhook" ON "hookplate"."endpoint" USING btree ("webhook","id") WHERE "hookplate"."endpoint"."webhook" is not null;--> statement-breakpoint
CREATE INDEX "endpoint_of_profile" ON "hookplate"."endpoint" USING btree ("profile","id") WHERE "hookplate"."endpoint"."profile" is not null;--> statement-breakpoint
CREATE INDEX "endpoint_of_name" ON "hookplate"."endpoint" USING btree ("given_name","id") WHERE "hookplate"."endpoint"."given_name" is not null;--> statement-breakpoint
CREATE INDEX "event_ready" ON "hookplate"."event" USING btree ("profile","position") WHERE "hookplate"."event"."retry_at" is null;--> statement-breakpoint
CREATE INDEX "event_to_retry" ON "hookplate"."event" USING btree ("retry_at") WHERE "hookplate"."event"."retry_at" is not null;--> statement-breakpoint
CREATE INDEX "event_in_line" ON "hookplate"."event" USING btree ("profile","ordered","position") WHERE "hookplate"."event"."ordered" is not null and "hookplate"."event"."retry_at" is null;--> statement-breakpoint
CREATE INDEX "event_held_up" ON "hookplate"."event" USING btree ("profile","ordered","position") WHERE "hookplate"."event"."ordered" is not null and "hookplate"."event"."retry_at" is not null;--> statement-breakpoint
CREATE INDEX "event_in_trouble" ON "hookplate"."event" USING btree ("stored_at") WHERE "hookplate"."event"."waits_for" is not null;--> statement-breakpoint
CREATE INDEX "event_newest" ON "hookplate"."event" USING btree ("stored_at");--> statement-breakpoint
CREATE INDEX "event_of_source" ON "hookplate"."event" USING btree ("source","stored_at") WHERE "hookplate"."event"."source" <> '';--> statement-breakpoint
CREATE INDEX "event_of_process" ON "hookplate"."event" USING btree ("process") WHERE "hookplate"."event"."process" is not null;--> statement-breakpoint
CREATE INDEX "figure_of_webhook" ON "hookplate"."figure" USING btree ("webhook","hour");--> statement-breakpoint
CREATE INDEX "figure_of_profile" ON "hookplate"."figure" USING btree ("profile","hour");--> statement-breakpoint
CREATE INDEX "figure_by_hour" ON "hookplate"."figure" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "given_id_oldest" ON "hookplate"."given_id" USING btree ("kept_from");--> statement-breakpoint
CREATE INDEX "job_due" ON "hookplate"."job" USING btree ("due_at") WHERE "hookplate"."job"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "job_due_of_endpoint" ON "hookplate"."job" USING btree ("endpoint","due_at") WHERE "hookplate"."job"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "job_in_line" ON "hookplate"."job" USING btree ("line","position") WHERE "hookplate"."job"."line" is not null;--> statement-breakpoint
CREATE INDEX "job_newest" ON "hookplate"."job" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "job_of_webhook" ON "hookplate"."job" USING btree ("webhook","created_at") WHERE "hookplate"."job"."webhook" is not null;--> statement-breakpoint
CREATE INDEX "job_given" ON "hookplate"."job" USING btree ("given_id") WHERE "hookplate"."job"."given_id" is not null;--> statement-breakpoint
CREATE INDEX "past_event_newest" ON "hookplate"."past_event" USING btree ("stored_at");--> statement-breakpoint
CREATE INDEX "past_event_of_source" ON "hookplate"."past_event" USING btree ("source","stored_at") WHERE "hookplate"."past_event"."source" <> '';--> statement-breakpoint
CREATE INDEX "past_event_of_profile" ON "hookplate"."past_event" USING btree ("profile","stored_at");--> statement-breakpoint
CREATE INDEX "past_event_of_name" ON "hookplate"."past_event" USING btree ("event","stored_at") WHERE "hookplate"."past_event"."event" is not null;--> statement-breakpoint
CREATE INDEX "past_event_reported" ON "hookplate"."past_event" USING btree ("stored_at") WHERE "hookplate"."past_event"."source" = '' and "hookplate"."past_event"."reported_by" is not null;--> statement-breakpoint
CREATE INDEX "past_event_told" ON "hookplate"."past_event" USING brin ("told_at") WITH (pages_per_range=32);--> statement-breakpoint
CREATE INDEX "past_event_of_process" ON "hookplate"."past_event" USING btree ("process") WHERE "hookplate"."past_event"."process" is not null;--> statement-breakpoint
CREATE INDEX "process_newest" ON "hookplate"."process" USING btree ("created_at" DESC NULLS FIRST,"pid" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "process_of_status" ON "hookplate"."process" USING btree ("status","created_at","pid") WHERE "hookplate"."process"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "process_of_flow" ON "hookplate"."process" USING btree ("project_id","task_id","created_at","pid");--> statement-breakpoint
CREATE INDEX "process_of_project" ON "hookplate"."process" USING btree ("project_id","created_at","pid");--> statement-breakpoint
CREATE INDEX "process_of_task" ON "hookplate"."process" USING btree ("task_id","created_at","pid");--> statement-breakpoint
CREATE INDEX "process_unfinished" ON "hookplate"."process" USING btree ("owner") WHERE "hookplate"."process"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "process_by_end" ON "hookplate"."process" USING btree ("ended_at") WHERE "hookplate"."process"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "session_of_user" ON "hookplate"."session" USING btree ("username","created_at");--> statement-breakpoint
CREATE INDEX "webhook_of_profile" ON "hookplate"."webhook" USING btree ("profile","id") WHERE "hookplate"."webhook"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_name" ON "hookplate"."webhook" USING btree ("profile","name") WHERE "hookplate"."webhook"."deleted_at" is null;--> statement-breakpoint
-- By hand, from here on: what drizzle-kit cannot write. History is partitioned by days of UTC. What no day takes goes to
-- the default partition, so that nothing is lost.
CREATE TABLE "hookplate"."request_default" PARTITION OF "hookplate"."request" DEFAULT;--> statement-breakpoint
CREATE TABLE "hookplate"."attempt_default" PARTITION OF "hookplate"."attempt" DEFAULT;--> statement-breakpoint
CREATE TABLE "hookplate"."ended_default" PARTITION OF "hookplate"."ended" DEFAULT;--> statement-breakpoint
CREATE TABLE "hookplate"."past_event_default" PARTITION OF "hookplate"."past_event" DEFAULT;--> statement-breakpoint
-- All messages. A job and an ended message have the same columns here; conditions on `finished_at` leave out a table.
CREATE VIEW "hookplate"."message" AS
SELECT id, given_id, endpoint, endpoint_name, webhook, name, event, profile, host, method, request_bytes, request_day, trace, 'pending'::text AS state, reason,
	round, attempts, line, position, created_at, bucket, due_at, failed_at, taken_until, taken_by,
	NULL::timestamptz(3) AS finished_at, NULL::integer AS number, NULL::timestamptz(3) AS started_at, NULL::integer AS duration_ms,
	NULL::text AS address, NULL::integer AS status, NULL::jsonb AS headers, NULL::text AS body, NULL::boolean AS truncated,
	NULL::text AS error, NULL::text AS explanation
FROM "hookplate"."job"
UNION ALL
SELECT id, given_id, endpoint, endpoint_name, webhook, name, event, profile, host, method, request_bytes, request_day, trace, state, reason,
	round, attempts, line, position, created_at, bucket, NULL::timestamptz(3), NULL::timestamptz(3), NULL::timestamptz(3), NULL::bigint,
	finished_at, number, started_at, duration_ms, address, status, headers, body, truncated, error, explanation
FROM "hookplate"."ended";--> statement-breakpoint
-- A message that ends on a later day than its request was stored takes the request with it: both are dropped together.
CREATE FUNCTION "hookplate"."keep_request"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kept bytea;
	today date := (new.finished_at AT TIME ZONE 'UTC')::date;
BEGIN
	DELETE FROM hookplate.request WHERE message = new.id AND day = new.request_day RETURNING content INTO kept;
	IF kept IS NOT NULL THEN
		INSERT INTO hookplate.request (message, day, content, bucket) VALUES (new.id, today, kept, new.bucket);
		new.request_day := today;
	END IF;
	RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "keep_request" BEFORE INSERT ON "hookplate"."ended" FOR EACH ROW
WHEN (new.request_day < (new.finished_at AT TIME ZONE 'UTC')::date) EXECUTE FUNCTION "hookplate"."keep_request"();--> statement-breakpoint
-- Makes the partitions of a day, and moves there what the default ones hold of it. Returns whether they are there: somebody
-- may be using a table for long, and others would wait behind this.
CREATE FUNCTION "hookplate"."make_partitions"(day date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = 500 AS $$
DECLARE
	suffix text := to_char(day, 'YYYYMMDD');
	start text := to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00';
	stop text := to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00';
	parent text;
	key text;
	part text;
BEGIN
	IF to_regclass('hookplate.ended_' || suffix) IS NOT NULL THEN RETURN true; END IF;
	PERFORM pg_advisory_xact_lock(7402122, hashtext('hookplate'));
	FOR parent, key IN VALUES ('request', 'day'), ('attempt', 'recorded_at'), ('past_event', 'stored_at'), ('ended', 'finished_at') LOOP
		part := parent || '_' || suffix;
		CONTINUE WHEN to_regclass('hookplate.' || part) IS NOT NULL;
		EXECUTE format('LOCK TABLE hookplate.%I IN ACCESS EXCLUSIVE MODE', parent || '_default');
		EXECUTE format('CREATE TABLE hookplate.%I (LIKE hookplate.%I INCLUDING ALL)', part, parent);
		EXECUTE format('WITH moved AS (DELETE FROM hookplate.%1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
			INSERT INTO hookplate.%5$I SELECT * FROM moved', parent || '_default', key, start, stop, part);
		EXECUTE format('ALTER TABLE hookplate.%I ATTACH PARTITION hookplate.%I FOR VALUES FROM (%L) TO (%L)',
			parent, part, start, stop);
	END LOOP;
	RETURN true;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
	RETURN false;
END $$;--> statement-breakpoint
-- Drops the partitions of days that ended so many days ago, and what the default ones hold of them. Requests are dropped by a later
-- call than the messages of their day: from then on, nobody can resend one, so that no table has to be locked for a look at those
-- that wait. The caller has moved their requests; where some are left, at most a thousand are moved, and nothing is dropped. Returns the
-- number of days whose messages were dropped, or null if requests were left to move, or somebody was using the tables for long.
CREATE FUNCTION "hookplate"."drop_partitions"(days integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = 500 AS $$
DECLARE
	today date := (now() AT TIME ZONE 'UTC')::date;
	kept_from date := today - days;
	kept_from_time timestamptz := kept_from::timestamp AT TIME ZONE 'UTC';
	max_moved integer := 1000;
	moved integer;
	past text[];
	part text;
BEGIN
	IF days IS NULL OR days < 1 THEN
		RAISE EXCEPTION 'history is kept for a day at least' USING ERRCODE = 'invalid_parameter_value';
	END IF;
	PERFORM pg_advisory_xact_lock(7402122, hashtext('hookplate'));
	SELECT array_agg(c.relname ORDER BY c.relname) INTO past
	FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
	WHERE i.inhparent IN ('hookplate.request'::regclass, 'hookplate.attempt'::regclass, 'hookplate.ended'::regclass,
			'hookplate.past_event'::regclass)
		AND c.relname ~ '_\d{8}$' AND right(c.relname, 8) < to_char(kept_from, 'YYYYMMDD')
		AND (c.relname !~ '^request_' OR to_regclass('hookplate.ended_' || right(c.relname, 8)) IS NULL);
	IF EXISTS (SELECT FROM unnest(past) AS name WHERE name ~ '^request_') THEN
		WITH waiting AS (
			SELECT id, request_day FROM hookplate.job WHERE created_at < kept_from_time AND request_day < kept_from
			ORDER BY created_at LIMIT max_moved FOR UPDATE
		), gone AS (
			DELETE FROM hookplate.request r USING waiting w WHERE r.message = w.id AND r.day = w.request_day RETURNING r.message, r.content, r.bucket
		), kept AS (
			INSERT INTO hookplate.request (message, day, content, bucket) SELECT message, today, content, bucket FROM gone
		)
		UPDATE hookplate.job j SET request_day = today FROM waiting w WHERE j.id = w.id;
		GET DIAGNOSTICS moved = ROW_COUNT;
		IF moved > 0 THEN RETURN NULL; END IF;
	END IF;
	DELETE FROM hookplate.ended_default WHERE finished_at < kept_from_time;
	DELETE FROM hookplate.attempt_default WHERE recorded_at < kept_from_time;
	DELETE FROM hookplate.past_event_default WHERE stored_at < kept_from_time;
	DELETE FROM hookplate.request_default r WHERE day < kept_from AND NOT EXISTS (SELECT FROM hookplate.job j WHERE j.id = r.message);
	IF past IS NOT NULL THEN
		LOCK TABLE ONLY hookplate.request, ONLY hookplate.attempt, ONLY hookplate.ended, ONLY hookplate.past_event IN ACCESS EXCLUSIVE MODE;
		FOREACH part IN ARRAY past LOOP
			EXECUTE format('DROP TABLE hookplate.%I', part);
		END LOOP;
	END IF;
	RETURN (SELECT count(*) FROM unnest(past) AS name WHERE name ~ '^ended_');
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
	RETURN NULL;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "hookplate"."make_partitions"(date), "hookplate"."drop_partitions"(integer) FROM PUBLIC;--> statement-breakpoint
-- Figures of the current hour are changed each minute: in place, while there is room.
ALTER TABLE "hookplate"."figure" SET (fillfactor = 80);--> statement-breakpoint
-- So that the first messages find their days.
SELECT "hookplate".make_partitions((now() AT TIME ZONE 'UTC')::date + n) FROM generate_series(0, 2) n;
