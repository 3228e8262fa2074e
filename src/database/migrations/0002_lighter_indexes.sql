ALTER TABLE "hookplate"."attempt" DROP CONSTRAINT "attempt_message_message_id_fk";
--> statement-breakpoint
DROP INDEX "hookplate"."attempt_of_message";--> statement-breakpoint
ALTER TABLE "hookplate"."attempt" DROP COLUMN "id";--> statement-breakpoint
DROP INDEX "hookplate"."message_newest";--> statement-breakpoint
DROP INDEX "hookplate"."message_by_endpoint";--> statement-breakpoint
DROP INDEX "hookplate"."message_unfinished";--> statement-breakpoint
DROP INDEX "hookplate"."message_in_line";--> statement-breakpoint
ALTER TABLE "hookplate"."attempt" ADD CONSTRAINT "attempt_message_round_number_started_at_pk" PRIMARY KEY("message","round","number","started_at");--> statement-breakpoint
CREATE INDEX "message_by_time" ON "hookplate"."message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "message_by_endpoint" ON "hookplate"."message" USING btree ("endpoint","created_at");--> statement-breakpoint
CREATE INDEX "message_unfinished" ON "hookplate"."message" USING btree ("next_attempt_at") WHERE "hookplate"."message"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "message_in_line" ON "hookplate"."message" USING btree ("line","position") WHERE "hookplate"."message"."line" is not null and "hookplate"."message"."finished_at" is null;--> statement-breakpoint
ALTER TABLE "hookplate"."message" SET (fillfactor = 50);
