import { describe, expect, it } from 'vitest';
import { ObjectStoreUnavailable } from './object-store.ts';
import { createStorageWatch, isStorageFull } from './storage-full.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });
const named = (name: string, httpStatusCode: number) =>
  Object.assign(new Error('failed'), { name, $metadata: { httpStatusCode } });

describe('isStorageFull', () => {
  it.each([
    withCode('ENOSPC'),
    withCode('EDQUOT'),
    withCode('53100'),
    new Error('Failed query', { cause: withCode('53100') }),
    new ObjectStoreUnavailable(withCode('ENOSPC')),
    new ObjectStoreUnavailable(named('XMinioStorageFull', 507)),
    new ObjectStoreUnavailable(named('QuotaExceeded', 403)),
    new ObjectStoreUnavailable(named('SomethingElse', 507)),
  ])('accepts a full disk, database or bucket: %s', (error) => {
    expect(isStorageFull(error)).toBe(true);
  });

  it.each([
    withCode('ENOENT'),
    withCode('53300'),
    new ObjectStoreUnavailable(named('SlowDown', 503)),
    new Error('disk'),
    undefined,
    'ENOSPC',
  ])('rejects other errors: %s', (error) => {
    expect(isStorageFull(error)).toBe(false);
  });
});

describe('the storage watch', () => {
  it('remembers a full storage for ten minutes', () => {
    let now = 0;
    const watch = createStorageWatch({ now: () => new Date(now) });
    watch.record(new Error('other'));
    expect(watch.wasRecentlyFull()).toBe(false);
    watch.record(withCode('53100'));
    now = 9 * 60_000;
    expect(watch.wasRecentlyFull()).toBe(true);
    now = 11 * 60_000;
    expect(watch.wasRecentlyFull()).toBe(false);
  });
});
