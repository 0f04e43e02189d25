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

const breakpoint = '\n--> statement-breakpoint\n';

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
    ['REINDEX INDEX "i";', 'blocks all other statements'],
    ['TRUNCATE users;', 'blocks all other statements'],
    ['CREATE INDEX "i" ON ONLY public.users ("email");', 'blocks writes'],
    ['-- on users\n  -- and more\nALTER TABLE "users"\n\tDROP   COLUMN "name";', 'drops a column'],
    ['ALTER TABLE "users" ADD CONSTRAINT "c" CHECK (kind > 0 or not valid; true);', 'NOT VALID'],
    ['-- safe: short\nDROP TABLE "old_notes";', 'drops a table'],
    ['-- unsafe: -- safe: not at the beginning\nDROP TABLE "old_notes";', 'drops a table'],
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
    'ALTER TABLE "users" ADD CONSTRAINT "c" CHECK (kind > 0) NOT VALID',
    'ALTER TABLE "users" VALIDATE CONSTRAINT "c";',
    'SELECT 1; -- create index "i" on users',
    ' \n ',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ begin update users set a = 1; end $$;',
  ])('allow %s', (statement) => {
    expect(objectionsTo(statement)).toEqual([]);
  });

  it('allow any statement on a table created by the same migration', () => {
    const text = [
      'CREATE TABLE "notes" ("id" uuid PRIMARY KEY NOT NULL, "user_id" uuid);',
      'ALTER TABLE "notes" ADD CONSTRAINT "f" FOREIGN KEY ("user_id") REFERENCES "users"("id");',
      'CREATE INDEX "i" ON "notes" USING btree ("user_id");',
    ];
    expect(objectionsTo(text.join(breakpoint))).toEqual([]);
  });

  it.each([
    'DROP TABLE notes;',
    'ALTER TABLE notes DROP COLUMN user_id;',
    'ALTER TABLE notes RENAME TO letters;',
    'ALTER TABLE notes ADD COLUMN kind text NOT NULL;',
    'ALTER TABLE notes ALTER COLUMN user_id SET NOT NULL;',
    'ALTER TABLE notes ALTER COLUMN user_id SET DATA TYPE text;',
    'ALTER TABLE notes ADD CONSTRAINT u UNIQUE (user_id);',
    'UPDATE notes SET user_id = null;',
    'CREATE UNIQUE INDEX i ON public."notes" (user_id);',
  ])('allow %s only for a table of the same migration', (statement) => {
    for (const creation of [
      'CREATE TABLE notes (id uuid);',
      'CREATE TABLE IF NOT EXISTS "public"."notes" (id uuid);',
      'CREATE TABLE public.notes (id uuid);',
    ]) {
      expect(objectionsTo(`${creation}${breakpoint}${statement}`)).toEqual([]);
    }
    const mentioned = '-- make\nSELECT 1 /* create table notes */;';
    expect(objectionsTo(`${mentioned}${breakpoint}${statement}`)).toHaveLength(1);
  });

  it('name the beginning of the statement', () => {
    const [found] = objectionsTo(`DROP TABLE "${'a'.repeat(80)}";`);
    expect(found).toContain(`«drop table "${'a'.repeat(48)}»`);
  });

  it('exempt only the statement that states a reason', () => {
    const dropped = 'ALTER TABLE "users" DROP COLUMN "name";';
    const text = `-- safe: no version since 1.2.0 reads it\n${dropped}${breakpoint}${dropped}`;
    expect(objectionsTo(text)).toHaveLength(1);
  });

  const built = 'CREATE INDEX CONCURRENTLY "i" ON "users" USING btree ("email");';
  const cleared = 'DROP INDEX CONCURRENTLY IF EXISTS "i";';
  const mark = '-- outside of a transaction\n';

  it('allow a concurrent index after dropping an invalid one', () => {
    expect(objectionsTo(`${mark}${cleared}${breakpoint}${built}`)).toEqual([]);
    expect(objectionsTo(`${mark}${built}`)).toEqual([
      'i needs DROP INDEX CONCURRENTLY IF EXISTS right before it',
    ]);
  });

  it('refuse a concurrent index in a transaction, and other statements outside of one', () => {
    expect(objectionsTo(`${cleared}${breakpoint}${built}`)).toEqual([
      expect.stringContaining('need the first line'),
    ]);
    const more = 'ALTER TABLE "users" ADD COLUMN "kind" text;';
    expect(objectionsTo(`${mark}${cleared}${breakpoint}${built}${breakpoint}${more}`)).toEqual([
      '«alter table "users" add column "kind" text;» must be in another migration, inside of a transaction',
    ]);
    const unquoted = 'create unique index concurrently index_of_users on users (email);';
    const other = 'drop index concurrently if exists index_of_user;';
    expect(objectionsTo(`${mark}${other}${breakpoint}${unquoted}`)).toHaveLength(1);
    expect(objectionsTo(`${mark}${other.replace(';', 's;')}${breakpoint}${unquoted}`)).toEqual([]);
  });
});
