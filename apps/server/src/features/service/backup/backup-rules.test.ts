import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  backupsToRemove,
  isBackedUp,
  parseTimestamp,
  parseTombstoneKey,
  sortByReferences,
  tombstoneKey,
} from './backup-rules.ts';

describe('the tables of a backup', () => {
  it('exclude transient counters and derived data', () => {
    const excluded = [
      ...['rate_limits', 'user_storage_usage', 'instruction_usage', 'object_removals'],
      ...['mail_outcomes', 'data_exports', 'data_imports', 'object_stores'],
    ];
    expect(excluded.filter(isBackedUp)).toEqual([]);
    expect(['users', 'tombstones', 'instruction_files'].filter(isBackedUp)).toHaveLength(3);
  });

  it('are sorted by reference, from any order', () => {
    const tables = [
      { name: 'links', references: ['changes', 'users'] },
      { name: 'changes', references: ['users'] },
      { name: 'notes', references: ['not kept'] },
      { name: 'users', references: [] },
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(tables, { minLength: tables.length }), (found) => {
        const names = sortByReferences(found).map(({ name }) => name);
        expect(names).toHaveLength(tables.length);
        expect(names.indexOf('users')).toBeLessThan(names.indexOf('changes'));
        expect(names.indexOf('changes')).toBeLessThan(names.indexOf('links'));
      }),
    );
  });

  it('cannot reference each other in a cycle', () => {
    const ring = [
      { name: 'a', references: ['b'] },
      { name: 'b', references: ['a'] },
    ];
    expect(() => sortByReferences(ring)).toThrow('Tables refer to each other: a, b');
  });
});

describe('the key of a tombstone', () => {
  it('is parsed to account and time', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(), (user_id, moment) => {
        const tombstone = { user_id, deleted_at: new Date(moment) };
        expect(parseTombstoneKey(tombstoneKey(tombstone))).toEqual(tombstone);
      }),
    );
  });

  it('has the prefix and the time in milliseconds', () => {
    const user_id = '5bd1c6a2-70d1-4c3e-9a52-0c6a8f6a1b11';
    const deleted_at = new Date('2027-03-01T00:00:00.123Z');
    expect(tombstoneKey({ user_id, deleted_at })).toBe(`tombstones/${user_id}/1803859200123`);
  });

  it('is not parsed from other keys', () => {
    const user = '5bd1c6a2-70d1-4c3e-9a52-0c6a8f6a1b11';
    for (const key of [
      'tombstones',
      `tombstones/${user}`,
      `tombstones/${user}/`,
      `tombstones/${user}/12/3`,
      `tombstones/${user}/noon`,
      `files/${user}/12`,
      `old/tombstones/${user}/12`,
      `tombstones/${user}/1234567890123456`,
      `tombstones/${user.slice(1)}/12`,
    ]) {
      expect(parseTombstoneKey(key)).toBeUndefined();
    }
  });
});

it('parses PostgreSQL timestamps in UTC with fractions', () => {
  expect(parseTimestamp('2027-03-01 09:05:07.123+00')).toEqual(
    new Date('2027-03-01T09:05:07.123Z'),
  );
  expect(parseTimestamp('2027-03-01 09:05:07+00')).toEqual(new Date('2027-03-01T09:05:07.000Z'));
});

describe('the backups to remove', () => {
  const now = new Date('2027-03-31T00:00:00Z');
  const made = (...days: string[]) =>
    days.map((day) => ({ created_at: new Date(`2027-03-${day}T00:00:00Z`), missing: 0 }));

  it('are those older than the limit, except the newest', () => {
    const [older, old, fresh] = made('20', '23', '24');
    if (!older || !old || !fresh) throw new Error('three');
    expect(backupsToRemove([fresh, older, old], 7, now)).toEqual([older, old]);
    expect(backupsToRemove([older, old], 7, now)).toEqual([older]);
    const [kept, newest] = made('24', '25');
    if (!kept || !newest) throw new Error('two');
    expect(backupsToRemove([kept, newest, old], 7, now)).toEqual([old]);
    expect(backupsToRemove([older], 7, now)).toEqual([]);
    expect(backupsToRemove([], 7, now)).toEqual([]);
  });

  it('are never the newest that lacks no file', () => {
    const [oldest, complete, incomplete, newest] = made('10', '11', '12', '13');
    if (!oldest || !complete || !incomplete || !newest) throw new Error('four');
    for (const one of [incomplete, newest]) one.missing = 1;
    const all = [newest, incomplete, complete, oldest];
    expect(backupsToRemove(all, 7, now)).toEqual([incomplete, oldest]);
  });
});
