import { globSync, readFileSync } from 'node:fs';
import { retentionTable } from '@zavet/contract/service/retention-table';
import { archiveData } from '@zavet/contract/vault/archive-schema';
import { expect, test } from 'vitest';
import { features, wiring } from './features.ts';

const sources = globSync('**/*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  .join('\n');
const declared = (kind: 'event' | 'port') =>
  [...sources.matchAll(new RegExp(`[=:]\\s+${kind}(?:<[\\s\\S]*?>)?\\('([\\w-]+)'\\)`, 'g'))].map(
    ([, name]) => name,
  );

test('features have unique names', () => {
  const names = features.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('every port has exactly one provider', () => {
  const provided = wiring.provisions.map(({ port }) => port);
  expect(declared('port')).toContain('activation-effects');
  expect(new Set(provided).size).toBe(provided.length);
  expect(provided).toHaveLength(declared('port').length);
});

test('every event has a subscriber', () => {
  const subscribed = new Set(wiring.subscriptions.map(({ event }) => event));
  expect(declared('event')).toContain('account-deleting');
  expect(subscribed.size).toBe(declared('event').length);
});

test('every section of an export has exactly one provider', () => {
  const provided = wiring.exports.flatMap((sections) => Object.keys(sections));
  const other = ['format', 'version', 'made_at', 'language', 'instructions'];
  const sections = Object.keys(archiveData.shape).filter((name) => !other.includes(name));
  expect(provided.sort()).toEqual(sections.sort());
});

test('every kind of data of the daily retention job has exactly one rule', () => {
  const covered = wiring.retention.flatMap((rules) => Object.keys(rules));
  const kinds = Object.entries(retentionTable)
    .filter(([, { job }]) => job === 'run-retention')
    .map(([kind]) => kind);
  expect(covered.sort()).toEqual(kinds.sort());
});

test('every table with wrapped keys is declared once', () => {
  const declaredTables = features.flatMap(({ keyTables = {} }) => Object.keys(keyTables));
  expect(declaredTables.sort()).toEqual(['owners', 'requests']);
  expect(Object.keys(wiring.keyTables).sort()).toEqual(['owners', 'requests']);
});
