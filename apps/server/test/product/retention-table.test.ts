import { readFileSync } from 'node:fs';
import { retentionTable } from '@zavet/contract/legal/retention-table';
import { expect, it } from 'vitest';
import { jobs as allJobs } from '../../src/features.ts';
import { databaseTables } from '../database-tables.ts';
import { row } from '../page-table.ts';

const rows = Object.entries(retentionTable);

it('every table of the database has its place among the kinds of data', () => {
  const named = new Set(rows.flatMap(([, { tables }]): readonly string[] => tables));
  const tables = databaseTables();
  expect(tables.filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !tables.includes(name))).toEqual([]);
});

it('every job that ends a kind of data is scheduled', () => {
  const scheduled = allJobs.filter(({ schedule }) => schedule).map(({ name }) => name);
  const jobs = rows.flatMap(([, { job }]) =>
    job && job !== 'queue' && job !== 'operator' ? job : [],
  );
  expect(jobs.filter((job) => !scheduled.includes(job))).toEqual([]);
});

it('the page for operators says of every kind of data where it is, how long, and what ends it', () => {
  const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const wanted = rows.map(([kind, { period, from, job, tables, ...place }]) => {
    const where = [
      ...tables.map((table) => `\`${table}\``),
      ...('elsewhere' in place ? [place.elsewhere] : []),
    ].join(', ');
    const ends =
      job === null ? 'nothing' : job === 'operator' ? 'who runs the service' : `\`${job}\``;
    return row(`**${kind}**`, where, periodIn(period), from, ends);
  });
  const found = page.split('\n').filter((line) => line.startsWith('| **'));
  expect(found).toEqual(wanted);
});

function periodIn(period: (typeof retentionTable)[keyof typeof retentionTable]['period']): string {
  if (period === 'with_account') return 'with the account';
  if (typeof period === 'string') return period === 'at_once' ? 'at once' : 'kept';
  if ('days' in period) return period.days === 1 ? '1 day' : `${period.days} days`;
  return period.years === 1 ? '1 year' : `${period.years} years`;
}
