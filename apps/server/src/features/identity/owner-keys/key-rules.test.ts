import { describe, expect, it } from 'vitest';
import { countOlderKeys, dropRefusal, isFullyRewrapped, type KeyStatus } from './key-rules.ts';

const status = (given: Partial<KeyStatus>): KeyStatus => ({
  versions: [1, 2],
  newest: 2,
  service: 2,
  owners: [{ master_version: 2, keys: 5 }],
  requests: [],
  ...given,
});

describe('key rotation', () => {
  it('is complete if no key has an older version, including the service key', () => {
    expect(isFullyRewrapped(status({}))).toBe(true);
    expect(isFullyRewrapped(status({ service: 1 }))).toBe(false);
    expect(isFullyRewrapped(status({ owners: [{ master_version: 1, keys: 1 }] }))).toBe(false);
    expect(isFullyRewrapped(status({ requests: [{ master_version: 1, keys: 1 }] }))).toBe(false);
  });

  it('counts remaining keys, including the service key', () => {
    const owners = [
      { master_version: 1, keys: 4 },
      { master_version: 2, keys: 3 },
      { master_version: 3, keys: 9 },
    ];
    expect(countOlderKeys(status({ newest: 3, service: 2, owners }))).toBe(8);
  });

  it('is complete before the first key exists', () => {
    expect(isFullyRewrapped(status({ service: undefined, owners: [] }))).toBe(true);
  });
});

describe('master key', () => {
  it('may be removed if no key needs it and a newer one exists', () => {
    expect(dropRefusal(status({}), 1)).toBeUndefined();
  });

  it('may not be removed if it is the newest, needed or unknown', () => {
    expect(dropRefusal(status({}), 2)).toBe('newest');
    expect(dropRefusal(status({ service: 1 }), 1)).toBe('needed');
    expect(dropRefusal(status({ owners: [{ master_version: 1, keys: 1 }] }), 1)).toBe('needed');
    expect(dropRefusal(status({}), 3)).toBe('unknown');
  });

  it('may not be removed while a single owner needs it', () => {
    const owners = [
      { master_version: 2, keys: 999 },
      { master_version: 1, keys: 1 },
    ];
    expect(dropRefusal(status({ owners }), 1)).toBe('needed');
  });
});
