CREATE TABLE "hookplate"."cancelled_webhook" (
	"webhook" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"cancelled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"until" timestamp (3) with time zone DEFAULT 'infinity' NOT NULL,
	"is_settled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hookplate"."attempt" ADD COLUMN "gave_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "cancelled_webhook_unsettled" ON "hookplate"."cancelled_webhook" USING btree ("webhook") WHERE not "hookplate"."cancelled_webhook"."is_settled";--> statement-breakpoint
CREATE INDEX "attempt_given_up" ON "hookplate"."attempt" USING btree ("recorded_at") WHERE "hookplate"."attempt"."gave_up";--> statement-breakpoint
CREATE INDEX "message_waiting_of_webhook" ON "hookplate"."message" USING btree ("webhook","created_at") WHERE "hookplate"."message"."webhook" is not null and "hookplate"."message"."finished_at" is null;