import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { objectionsTo } from './migration-rules.ts';

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/** Runs on an empty database, without a previous version. */
const firstMigration = '0000_schema.sql';

it('no migration breaks or blocks the previous version', () => {
  const files = readdirSync(folder).filter((file) => /^\d{4}_.*\.sql$/.test(file));
  const objections = files
    .filter((file) => file > firstMigration)
    .flatMap((file) =>
      objectionsTo(readFileSync(`${folder}${file}`, 'utf8')).map((one) => `${file}: ${one}`),
    );
  expect(objections).toEqual([]);
});

const between = '\n--> statement-breakpoint\n';

describe('the rules of migrations', () => {
  it.each([
    ['ALTER TABLE "users" DROP COLUMN "name";', 'drops a column'],
    ['ALTER TABLE users DROP name;', 'drops a column'],
    ['DROP TABLE "old_notes" CASCADE;', 'drops a table'],
    ['ALTER TABLE "users" RENAME COLUMN "name" TO "title";', 'renames'],
    ['ALTER TABLE "users" RENAME TO "people";', 'renames'],
    ['ALTER TABLE "users" ADD COLUMN "kind" text NOT NULL;', 'give it a default'],
    ['ALTER TABLE "users" ALTER COLUMN "kind" SET NOT NULL;', 'scans the table'],
    ['ALTER TABLE "users" ALTER COLUMN "kind" SET DATA TYPE integer;', 'rewrites the table'],
    ['ALTER TABLE "users" ADD CONSTRAINT "c" CHECK (kind > 0);', 'NOT VALID'],
    [
      'ALTER TABLE "a" ADD CONSTRAINT "f" FOREIGN KEY ("b") REFERENCES "public"."b"("id");',
      'NOT VALID',
    ],
    ['ALTER TABLE "users" ADD CONSTRAINT "u" UNIQUE("email");', 'USING INDEX'],
    ['CREATE INDEX "i" ON "users" USING btree ("email");', 'blocks writes'],
    ['CREATE UNIQUE INDEX "i" ON "users" USING btree ("email");', 'blocks writes'],
    ['UPDATE users SET kind = 1;', 'in batches'],
    ['DELETE FROM users WHERE kind = 1;', 'in batches'],
    ['LOCK TABLE users;', 'blocks all other statements'],
  ])('refuse %s', (statement, objection) => {
    const found = objectionsTo(statement);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(objection);
  });

  it.each([
    'CREATE TABLE "notes" ("id" uuid PRIMARY KEY NOT NULL);',
    'ALTER TABLE "users" ADD COLUMN "kind" text;',
    `ALTER TABLE "users" ADD COLUMN "kind" text DEFAULT 'usual' NOT NULL;`,
    'ALTER TABLE "users" ALTER COLUMN "kind" DROP NOT NULL;',
    'ALTER TABLE "users" DROP CONSTRAINT "c";',
    'ALTER TABLE "users" ADD CONSTRAINT "c" CHECK (kind > 0) NOT VALID;',
    'ALTER TABLE "users" VALIDATE CONSTRAINT "c";',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ begin update users set a = 1; end $$;',
  ])('allow %s', (statement) => {
    expect(objectionsTo(statement)).toEqual([]);
  });

  it('allow any statement on a table created by the same migration', () => {
    const text = [
      'CREATE TABLE "notes" ("id" uuid PRIMARY KEY NOT NULL, "user_id" uuid);',
      'ALTER TABLE "notes" ADD CONSTRAINT "f" FOREIGN KEY ("user_id") REFERENCES "users"("id");',
      'CREATE INDEX "i" ON "notes" USING btree ("user_id");',
    ].join(between);
    expect(objectionsTo(text)).toEqual([]);
  });

  it('exempt only the statement that states a reason', () => {
    const dropped = 'ALTER TABLE "users" DROP COLUMN "name";';
    const text = `-- safe: no version since 1.2.0 reads it\n${dropped}${between}${dropped}`;
    expect(objectionsTo(text)).toHaveLength(1);
  });

  const built = 'CREATE INDEX CONCURRENTLY "i" ON "users" USING btree ("email");';
  const cleared = 'DROP INDEX CONCURRENTLY IF EXISTS "i";';
  const mark = '-- outside of a transaction\n';

  it('allow a concurrent index after dropping an invalid one', () => {
    expect(objectionsTo(`${mark}${cleared}${between}${built}`)).toEqual([]);
    expect(objectionsTo(`${mark}${built}`)).toEqual([
      'i needs DROP INDEX CONCURRENTLY IF EXISTS right before it',
    ]);
  });

  it('refuse a concurrent index in a transaction, and other statements outside of one', () => {
    expect(objectionsTo(`${cleared}${between}${built}`)).toHaveLength(1);
    const more = 'ALTER TABLE "users" ADD COLUMN "kind" text;';
    expect(objectionsTo(`${mark}${cleared}${between}${built}${between}${more}`)).toHaveLength(1);
  });
});
