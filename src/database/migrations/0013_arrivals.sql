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
CREATE TABLE "hookplate"."source" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"catalogue" text,
	"settings" "bytea" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "hookplate"."token" ADD COLUMN "events" jsonb;--> statement-breakpoint
ALTER TABLE "hookplate"."token" ADD COLUMN "profiles" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "arrival_identity" ON "hookplate"."arrival" USING btree ("source","profile","identity") WHERE "hookplate"."arrival"."identity" is not null;--> statement-breakpoint
CREATE INDEX "arrival_newest" ON "hookplate"."arrival" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "arrival_of_source" ON "hookplate"."arrival" USING btree ("source","received_at") WHERE "hookplate"."arrival"."source" <> '';--> statement-breakpoint
CREATE INDEX "arrival_of_profile" ON "hookplate"."arrival" USING btree ("profile","received_at");--> statement-breakpoint
CREATE INDEX "arrival_of_event" ON "hookplate"."arrival" USING btree ("event","received_at") WHERE "hookplate"."arrival"."event" is not null;