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

describe('a rotation', () => {
  it('is done when neither the service key nor an owner key has an older version', () => {
    expect(isFullyRewrapped(status({}))).toBe(true);
    expect(isFullyRewrapped(status({ service: 1 }))).toBe(false);
    expect(isFullyRewrapped(status({ owners: [{ master_version: 1, keys: 1 }] }))).toBe(false);
    expect(isFullyRewrapped(status({ requests: [{ master_version: 1, keys: 1 }] }))).toBe(false);
  });

  it('counts what is left, the service key included', () => {
    const owners = [
      { master_version: 1, keys: 4 },
      { master_version: 2, keys: 3 },
      { master_version: 3, keys: 9 },
    ];
    expect(countOlderKeys(status({ newest: 3, service: 2, owners }))).toBe(8);
  });

  it('has nothing to do where nothing was closed yet', () => {
    expect(isFullyRewrapped(status({ service: undefined, owners: [] }))).toBe(true);
  });
});

describe('a master key', () => {
  it('may go when nothing needs it and a newer one is there', () => {
    expect(dropRefusal(status({}), 1)).toBeUndefined();
  });

  it('stays while it is the newest, needed by any key, or not there at all', () => {
    expect(dropRefusal(status({}), 2)).toBe('newest');
    expect(dropRefusal(status({ service: 1 }), 1)).toBe('needed');
    expect(dropRefusal(status({ owners: [{ master_version: 1, keys: 1 }] }), 1)).toBe('needed');
    expect(dropRefusal(status({}), 3)).toBe('unknown');
  });

  it('stays while a single owner needs it and all others do not', () => {
    const owners = [
      { master_version: 2, keys: 999 },
      { master_version: 1, keys: 1 },
    ];
    expect(dropRefusal(status({ owners }), 1)).toBe('needed');
  });
});
