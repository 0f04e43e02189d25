import { describe, expect, it } from 'vitest';
import { UsageInvalid } from '../platform/process.ts';
import { parseArguments } from './restore.ts';

describe('the arguments of restore', () => {
  it.each([
    [['/b'], { kind: 'backup', folder: '/b', replace: false, newerBackups: [] }],
    [
      ['/b', '--replace', '--tombstones', '/c'],
      { kind: 'backup', folder: '/b', replace: true, newerBackups: ['/c'] },
    ],
    [['deletions'], { kind: 'deletions', newerBackups: [] }],
    [
      ['deletions', '--tombstones', '/b/1', '--tombstones', '/b/2'],
      { kind: 'deletions', newerBackups: ['/b/1', '/b/2'] },
    ],
  ])('accepts %j', (args, parsed) => {
    expect(parseArguments(args)).toEqual(parsed);
  });

  it.each([[[]], [['/b', '/c']], [['deletions', '--replace']], [['--force']]])(
    'refuses %j',
    (args) => {
      expect(() => parseArguments(args)).toThrow(UsageInvalid);
    },
  );
});
