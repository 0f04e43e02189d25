import type { Database } from '../database/database.ts';
import { appliedMigrations } from '../database/migrate.ts';
import { readDatabaseFacts } from './database-facts-repository.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';
import { judgeDatabase } from './judge-database.ts';

/** How a server looks at its data, its settings and our rights. */
export async function checkDatabase(database: Database, perServer: number): Promise<Finding[]> {
  const facts = await readDatabaseFacts(database);
  return judgeDatabase(facts, perServer);
}

export interface MigrationState {
  findings: Finding[];
  /** Whether the tables are as this program knows them. */
  isCurrent: boolean;
}

/** Whether this program and the database know the same migrations. */
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
  const strange = applied.filter((hash) => !known.includes(hash)).length;
  if (strange > 0) {
    const says = `the database was changed by a newer program: ${strange} of its migrations are not known here`;
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
