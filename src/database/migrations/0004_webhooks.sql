CREATE TABLE "hookplate"."flow_api" (
	"project_id" text NOT NULL,
	"task_id" text NOT NULL,
	"base_url" text,
	"enabled" boolean NOT NULL,
	"parameters" text NOT NULL,
	"sample_body" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "flow_api_project_id_task_id_pk" PRIMARY KEY("project_id","task_id")
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
	CONSTRAINT "token_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "hookplate"."webhook" (
	"id" text PRIMARY KEY NOT NULL,
	"profile" text NOT NULL,
	"settings" "bytea" NOT NULL,
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
CREATE INDEX "webhook_of_profile" ON "hookplate"."webhook" USING btree ("profile","id") WHERE "hookplate"."webhook"."deleted_at" is null;