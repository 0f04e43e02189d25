import type { Database } from '../database/database.ts';
import { appliedMigrations } from '../database/migrate.ts';
import { type DatabaseFacts, readDatabaseFacts } from './database-facts-repository.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

export async function checkDatabase(
  database: Database,
  connectionsPerServer: number,
): Promise<Finding[]> {
  const facts = await readDatabaseFacts(database);
  return assessDatabase(facts, connectionsPerServer);
}

export interface MigrationState {
  findings: Finding[];
  /** The tables match this version of the program. */
  isCurrent: boolean;
}

export async function checkMigrations(
  database: Database,
  known: readonly string[],
): Promise<MigrationState> {
  const about = 'Migrations';
  const applied = await appliedMigrations(database);
  if (applied.length === 0) {
    const says = 'the database is empty; the first start makes its tables';
    return { findings: [ok(about, says)], isCurrent: false };
  }
  const unknown = applied.filter((hash) => !known.includes(hash)).length;
  if (unknown > 0) {
    const says = `the database was changed by a newer program: ${unknown} of its migrations are not known here`;
    const todo = 'Run the newer program, or restore a backup that this one made.';
    return { findings: [wrong(about, says, todo)], isCurrent: false };
  }
  const pending = known.filter((hash) => !applied.includes(hash)).length;
  if (pending === 0) {
    return { findings: [ok(about, `all ${known.length} are applied`)], isCurrent: true };
  }
  const says = `${pending} of ${known.length} are not applied yet`;
  return { findings: [warning(about, says, 'The next start applies them.')], isCurrent: false };
}

const about = 'Database';
const minVersion = 150_000;
const minTimeoutMs = 60_000;
const tooFewFreeConnections = 5;

export function assessDatabase(facts: DatabaseFacts, connectionsPerServer: number): Finding[] {
  const problems = [
    ...serverProblems(facts),
    ...privilegeProblems(facts),
    ...durabilityProblems(facts),
    ...timeoutProblems(facts),
    ...connectionProblems(facts, connectionsPerServer),
  ];
  const says = `PostgreSQL ${facts.version} answers; ${facts.connections - facts.connections_used} of ${facts.connections} connections are free`;
  return problems.some(({ state }) => state === 'wrong')
    ? problems
    : [ok(about, says), ...problems];
}

function serverProblems(facts: DatabaseFacts): Finding[] {
  const problems: Finding[] = [];
  if (facts.version_number < minVersion) {
    const says = `PostgreSQL ${facts.version} is older than 15`;
    problems.push(wrong(about, says, 'Move the database to PostgreSQL 15 or newer.'));
  }
  if (facts.encoding !== 'UTF8') {
    const says = `${facts.database} has the encoding ${facts.encoding}, which cannot hold every name`;
    const todo = 'Make a database with: create database … encoding UTF8 template template0.';
    problems.push(wrong(about, says, todo));
  }
  if (facts.is_replica) {
    const says = 'the server is a replica, which takes no changes';
    problems.push(wrong(about, says, 'Let DATABASE_URL name the primary.'));
  } else if (facts.is_read_only) {
    const says = 'transactions are read-only by default';
    const todo = `Run: alter role ${facts.role} reset default_transaction_read_only; look at the database's setting too.`;
    problems.push(wrong(about, says, todo));
  }
  return problems;
}

function privilegeProblems({ role, database, ...facts }: DatabaseFacts): Finding[] {
  const problems: Finding[] = [];
  if (!facts.may_make_schemas) {
    const todo = `Run as its owner: grant create on database ${database} to ${role};`;
    problems.push(wrong(about, `${role} may not make schemas in ${database}`, todo));
  }
  if (!facts.may_make_tables) {
    const todo = `Run as its owner: grant create on schema public to ${role};`;
    problems.push(wrong(about, `${role} may not make tables in ${database}`, todo));
  }
  return problems;
}

/** Returns findings about settings that can lose committed data after a crash or power failure. */
function durabilityProblems(facts: DatabaseFacts): Finding[] {
  const losses = {
    fsync: 'a power cut can destroy the database',
    full_page_writes: 'a power cut can leave torn pages',
    synchronous_commit: 'a crash loses changes that were acknowledged',
  } as const;
  return (Object.keys(losses) as (keyof typeof losses)[])
    .filter((name) => facts[name] === 'off')
    .map((name) =>
      wrong(about, `${name} is off: ${losses[name]}`, `Set ${name} = on in postgresql.conf.`),
    );
}

function timeoutProblems({ role, ...facts }: DatabaseFacts): Finding[] {
  const limits = {
    statement_timeout: facts.statement_timeout_ms,
    idle_in_transaction_session_timeout: facts.idle_in_transaction_timeout_ms,
  };
  return Object.entries(limits)
    .filter(([, ms]) => ms > 0 && ms < minTimeoutMs)
    .map(([name, ms]) =>
      warning(
        about,
        `${name} is ${ms} ms, which cuts off backups and migrations`,
        `Run: alter role ${role} set ${name} = 0; requests have a limit of their own.`,
      ),
    );
}

function connectionProblems(facts: DatabaseFacts, connectionsPerServer: number): Finding[] {
  const { connections, connections_used, role } = facts;
  if (connections < connectionsPerServer) {
    const says = `${role} may open ${connections} connections, and one server with jobs uses up to ${connectionsPerServer}`;
    return [warning(about, says, 'Raise max_connections, or the limit of the role or database.')];
  }
  const free = connections - connections_used;
  if (free > tooFewFreeConnections) return [];
  const says = `only ${Math.max(0, free)} of ${connections} connections are free`;
  return [warning(about, says, 'Raise max_connections, or see who holds them: pg_stat_activity.')];
}
