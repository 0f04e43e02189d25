import { retentionTable } from '@zavet/contract/service/retention-table';
import { expect, it } from 'vitest';
import { jobs as allJobs } from '../../src/features.ts';
import { databaseTables } from '../stored-data.ts';

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
