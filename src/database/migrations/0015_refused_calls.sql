ALTER TABLE "hookplate"."source" ADD COLUMN "refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "hookplate"."source" ADD COLUMN "refused_because" text;