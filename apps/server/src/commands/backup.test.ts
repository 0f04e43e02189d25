import { describe, expect, it } from 'vitest';
import { UsageInvalid } from '../platform/process.ts';
import { parseArguments } from './backup.ts';

describe('the arguments of the backup command', () => {
  it.each([
    [['/b/one'], { kind: 'make', folder: '/b/one', isFull: false }],
    [['/b/one', '--full'], { kind: 'make', folder: '/b/one', isFull: true }],
    [['verify', '/b/one'], { kind: 'verify', folder: '/b/one' }],
    [['prune', '/b', '--keep-days', '30'], { kind: 'prune', folder: '/b', keepDays: 30 }],
  ])('accepts %j', (args, parsed) => {
    expect(parseArguments(args)).toEqual(parsed);
  });

  it.each([
    [[]],
    [['--help']],
    [['/b/one', '/b/two']],
    [['prune']],
    [['verify']],
    [['prune', '/b']],
    [['prune', '/b', '--keep-days', '0']],
    [['prune', '/b', '--keep-days', 'all']],
    [['prune', '/b', '--keep-days', '3', '--full']],
    [['verify', '/b', '--full']],
    [['/b/one', '--keep-days', '3']],
  ])('refuses %j', (args) => {
    expect(() => parseArguments(args)).toThrow(UsageInvalid);
  });
});
