import { readdirSync, readFileSync } from 'node:fs';

/** Every table that the newest migration leaves, by name. */
export function databaseTables(): string[] {
  const meta = new URL('../migrations/meta/', import.meta.url);
  const latest = readdirSync(meta)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  const snapshot = JSON.parse(readFileSync(new URL(latest ?? '', meta), 'utf8'));
  return Object.values<{ name: string }>(snapshot.tables).map(({ name }) => name);
}
