import { archiveData } from '@zavet/contract/vault/archive-schema';
import { expect, it } from 'vitest';
import { exportedTables } from '../exported-tables.ts';
import { databaseTables } from '../stored-data.ts';

const rows = Object.entries(exportedTables);

it('every table of the database is exported, or it is written down why not', () => {
  expect(rows.map(([table]) => table).toSorted()).toEqual(databaseTables().toSorted());
  const reasons = rows.flatMap(([, where]) => (typeof where === 'object' ? [where.not] : []));
  expect(reasons.filter((reason) => reason.length < 10)).toEqual([]);
});

it('every section of an export is made of a table', () => {
  const { format, version, made_at, language, ...sections } = archiveData.shape;
  const named = new Set(rows.map(([, where]) => where));
  expect(Object.keys(sections).filter((section) => !named.has(section as never))).toEqual([]);
  expect([format, version, made_at, language]).not.toContain(undefined);
});
