ALTER TABLE "hookplate"."endpoint" ADD COLUMN "last_status" integer;--> statement-breakpoint
ALTER TABLE "hookplate"."endpoint" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "hookplate"."endpoint" ADD COLUMN "last_explanation" text;--> statement-breakpoint
ALTER TABLE "hookplate"."endpoint" ADD COLUMN "disabled_by" text;