import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrderOfReferences, isKept, parseTombstoneKey, tombstoneKey } from './backup-rules.ts';

describe('the tables of a backup', () => {
  it('leave out counters of the moment and what follows from other tables', () => {
    expect(['rate_limits', 'user_storage_usage', 'object_removals'].filter(isKept)).toEqual([]);
    expect(['users', 'tombstones', 'instruction_files'].filter(isKept)).toHaveLength(3);
  });

  it('come after those that they point to, whatever order they were found in', () => {
    const tables = [
      { name: 'links', references: ['changes', 'users'] },
      { name: 'changes', references: ['users'] },
      { name: 'notes', references: ['not kept'] },
      { name: 'users', references: [] },
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(tables, { minLength: tables.length }), (found) => {
        const names = inOrderOfReferences(found).map(({ name }) => name);
        expect(names).toHaveLength(tables.length);
        expect(names.indexOf('users')).toBeLessThan(names.indexOf('changes'));
        expect(names.indexOf('changes')).toBeLessThan(names.indexOf('links'));
      }),
    );
  });

  it('cannot point to each other in a ring', () => {
    const ring = [
      { name: 'a', references: ['b'] },
      { name: 'b', references: ['a'] },
    ];
    expect(() => inOrderOfReferences(ring)).toThrow(/refer to each other/);
  });
});

describe('the name of a tombstone', () => {
  it('says again whose it is and when', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(), (user_id, moment) => {
        const tombstone = { user_id, deleted_at: new Date(moment) };
        expect(parseTombstoneKey(tombstoneKey(tombstone))).toEqual(tombstone);
      }),
    );
  });

  it('is not read out of anything else', () => {
    const user = '5bd1c6a2-70d1-4c3e-9a52-0c6a8f6a1b11';
    for (const key of [
      'tombstones',
      `tombstones/${user}`,
      `tombstones/${user}/`,
      `tombstones/${user}/12/3`,
      `tombstones/${user}/noon`,
      `files/${user}/12`,
      `tombstones/${user.slice(1)}/12`,
    ]) {
      expect(parseTombstoneKey(key)).toBeUndefined();
    }
  });
});
