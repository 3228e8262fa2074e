DROP INDEX CONCURRENTLY IF EXISTS "hookplate"."endpoint_of_webhook";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "endpoint_of_webhook" ON "hookplate"."endpoint" USING btree ("webhook","id") WHERE "hookplate"."endpoint"."webhook" is not null;
