CREATE TABLE "hookplate"."session" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"proof" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"idle_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "session_of_user" ON "hookplate"."session" USING btree ("username","created_at");