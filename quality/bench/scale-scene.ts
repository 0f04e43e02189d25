import type { Target } from './call.ts';
import { newOwners, type Owner, signInAgain } from './owners.ts';
import { ownerTables } from './scale-owners.ts';
import { traceTables } from './scale-traces.ts';
import { type BenchServer, onDatabase, startServer } from './server.ts';
import { addContacts, createInstruction } from './vault.ts';

/** The measured owners, created through the product, so that their content can be opened. */
const measuredOwners = 20;
const instructionsEach = 10;

/** An owner whose only contact can start the protocol. */
export interface Legacy {
  user_id: string;
  contact_id: string;
}

/** A filled database. */
export interface FilledDatabase {
  databaseUrl: string;
  /** Environment that is the same at every start, because a database is tied to its file store. */
  environment: Record<string, string>;
  owners: Owner[];
  contacts: string[][];
  heir: Owner;
  /** Owners whose protocol was not started yet. */
  legacies: Legacy[];
}

/** A filled database with a running server and fresh sessions. */
export interface Scene extends FilledDatabase {
  server: BenchServer;
  targets: Target[];
}

export const publicUrl = 'http://zavet.example';

export async function fillScene(
  databaseUrl: string,
  environment: Record<string, string>,
  owners: number,
  releases: number,
): Promise<FilledDatabase> {
  const server = await startServer(databaseUrl, environment);
  const people = await createOwners(server, databaseUrl, releases).finally(() => server.stop());
  await fillOwners(databaseUrl, owners - measuredOwners - releases - 1);
  return { ...people, environment };
}

async function createOwners(
  server: BenchServer,
  databaseUrl: string,
  releases: number,
): Promise<Omit<FilledDatabase, 'environment'>> {
  const [heir, ...people] = await newOwners(server, 1 + measuredOwners + releases);
  if (!heir) throw new Error('No account was created.');
  const contacts: string[][] = [];
  for (const [place, { cookie }] of people.entries()) {
    const target = { url: server.url, cookie };
    const named = await addContacts(target, place < measuredOwners ? undefined : [heir.email]);
    for (let count = 0; count < instructionsEach; count += 1)
      await createInstruction(target, named);
    contacts.push(named);
  }
  await onDatabase(databaseUrl, (query) =>
    query(`update trusted_contacts set status = 'confirmed' where user_id = any($1)`, [
      people.map(({ user_id }) => user_id),
    ]),
  );
  const legacies = people.map(({ user_id }, place) => ({
    ...{ user_id, contact_id: contacts[place]?.[0] ?? '' },
  }));
  return {
    ...{ databaseUrl, heir, contacts: contacts.slice(0, measuredOwners) },
    owners: people.slice(0, measuredOwners),
    legacies: legacies.slice(measuredOwners),
  };
}

export async function openScene(filled: FilledDatabase): Promise<Scene> {
  const server = await startServer(filled.databaseUrl, filled.environment);
  const owners: Owner[] = [];
  for (const owner of filled.owners) owners.push(await signInAgain(server, owner));
  const targets = owners.map(({ cookie }) => ({ url: server.url, cookie }));
  return { ...filled, server, owners, targets };
}

type Query = (sql: string, values?: unknown[]) => Promise<unknown[]>;

interface DroppedObject {
  table: string;
  name: string;
  /** The statement that recreates the index or the constraint. */
  definition: string;
}

/**
 * Tables filled by inserts: the rows are never decrypted, and are in a final state, so that no job
 * is due.
 */
const filledTables = [...ownerTables, ...traceTables];

const largest = ['instructions', 'instruction_contacts'];

/**
 * Inserts the rows of the owners. Indexes and constraints are dropped and rebuilt afterwards, which
 * takes a quarter of the time; triggers and references are skipped.
 */
async function fillOwners(databaseUrl: string, owners: number): Promise<void> {
  const tables = filledTables.map(({ table }) => table);
  const { references, constraints, indexes } = await onDatabase(databaseUrl, (query) =>
    dropIndexes(query, tables),
  );
  const [large, others] = [true, false].map((isLarge) =>
    tables.filter((table) => largest.includes(table) === isLarge),
  );
  // Two groups in parallel, one per core.
  const build = (group: string[] = []) =>
    onDatabase(databaseUrl, async (query) => {
      await query('set session_replication_role = replica');
      await query(`set maintenance_work_mem = '1GB'`);
      for (const table of group) await insertRows(query, table, owners);
      for (const { definition } of [...constraints, ...indexes].filter((made) =>
        group.includes(made.table),
      )) {
        await query(definition);
      }
    });
  await Promise.all([build(large), build(others)]);
  await onDatabase(databaseUrl, async (query) => {
    for (const { definition } of references) await query(`${definition} not valid`);
    await query('vacuum analyze');
    await query('checkpoint');
  });
}

async function insertRows(query: Query, table: string, owners: number): Promise<void> {
  const filled = filledTables.find((one) => one.table === table);
  if (!filled) throw new Error(`${table} has no rows to fill.`);
  const { row, from } = filled;
  await query(
    `insert into ${table} (${Object.keys(row).join(', ')})
     select ${Object.entries(row)
       .map(([column, value]) => `(${value})${castOf(column)}`)
       .join(', ')} from ${from}`,
    [owners],
  );
}

/** Literals selected from a series have no type of their own, so these columns need a cast. */
const castOf = (column: string) =>
  ({ edition: '::date', facts: '::jsonb', ids: '::jsonb', idempotence_key: '::text' })[column] ??
  '';

async function dropIndexes(query: Query, tables: string[]) {
  const list = async (sql: string) => (await query(sql, [tables])) as DroppedObject[];
  const constraintsOf = (condition: string) =>
    list(`
      select conrelid::regclass::text as table, conname as name,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname,
          pg_get_constraintdef(oid)) as definition
      from pg_constraint where connamespace = 'public'::regnamespace and ${condition}`);
  const references = await constraintsOf(`contype = 'f'
    and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`);
  const constraints = await constraintsOf(
    `contype in ('p', 'u') and conrelid::regclass::text = any($1)`,
  );
  const indexes = await list(`
    select tablename as table, indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = any($1) and not exists (
      select 1 from pg_constraint where conname = indexname)`);
  for (const { table, name } of [...references, ...constraints]) {
    await query(`alter table ${table} drop constraint "${name}"`);
  }
  for (const { name } of indexes) await query(`drop index "${name}"`);
  return { references, constraints, indexes };
}
