import { describe, expect, it } from 'vitest';
import { UsageInvalid } from '../platform/process/refusals.ts';
import { backupOrderOf } from './backup-order.ts';

describe('the order to back up', () => {
  it.each([
    [['/b/one'], { kind: 'make', folder: '/b/one', isFull: false }],
    [['/b/one', '--full'], { kind: 'make', folder: '/b/one', isFull: true }],
    [['verify', '/b/one'], { kind: 'verify', folder: '/b/one' }],
    [['prune', '/b', '--keep-days', '30'], { kind: 'prune', folder: '/b', keepDays: 30 }],
  ])('%j is understood', (args, order) => {
    expect(backupOrderOf(args)).toEqual(order);
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
  ])('%j is refused before anything is done', (args) => {
    expect(() => backupOrderOf(args)).toThrow(UsageInvalid);
  });
});
