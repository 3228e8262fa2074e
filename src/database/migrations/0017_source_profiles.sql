ALTER TABLE "hookplate"."source" ADD COLUMN "profiles" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- A source may go on reporting to the profiles that it has reported to.
UPDATE "hookplate"."source" s SET "profiles" = coalesce(
  (SELECT jsonb_agg(DISTINCT a."profile") FROM "hookplate"."arrival" a WHERE a."source" = s."id"), '[]');--> statement-breakpoint
-- Two profiles may have had the same identity.
UPDATE "hookplate"."arrival" SET "identity" = NULL WHERE "identity" IS NOT NULL AND "source" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "arrival_identity_of_source" ON "hookplate"."arrival" USING btree ("source","identity") WHERE "hookplate"."arrival"."identity" is not null and "hookplate"."arrival"."source" <> '';
