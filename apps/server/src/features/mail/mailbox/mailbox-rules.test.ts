import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareUids,
  findFolderPath,
  nextSyncAt,
  type ServerFolder,
  splitIntoBatches,
  stateAfterRestart,
  stateAfterTrouble,
} from './mailbox-rules.ts';

const now = new Date('2027-03-01T12:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const working = { state: 'working' as const, trouble_since: null, failed_tries: 0 };
const ago = (ms: number) => new Date(now.getTime() - ms);

describe('a mailbox after a failed sync', () => {
  it.each(['login_refused', 'folder_missing', 'host_forbidden', 'certificate_refused'] as const)(
    'is stopped immediately after %s',
    (trouble) => {
      expect(stateAfterTrouble(working, trouble, now)).toEqual({
        ...{ state: 'stopped', trouble, trouble_since: now, failed_tries: 1, next_sync_at: null },
      });
    },
  );

  it.each(['unreachable', 'server_failed'] as const)('is retried after %s', (trouble) => {
    expect(stateAfterTrouble(working, trouble, now)).toEqual({
      ...{ state: 'working', trouble, trouble_since: now, failed_tries: 1 },
      next_sync_at: new Date(now.getTime() + 5 * minute),
    });
  });

  it('backs off exponentially, up to a day', () => {
    const pause = (failed_tries: number) =>
      (stateAfterTrouble(
        { ...working, failed_tries },
        'unreachable',
        now,
      ).next_sync_at?.getTime() ?? 0) - now.getTime();
    expect([1, 2, 8].map((tries) => pause(tries) / minute)).toEqual([10, 20, 1_280]);
    expect([9, 50, 2_000].map((tries) => pause(tries))).toEqual([day, day, day]);
  });

  it('is stopped a week after the first failure, not before', () => {
    const since = (trouble_since: Date) =>
      stateAfterTrouble(
        { ...working, state: 'first_sync', trouble_since, failed_tries: 9 },
        'unreachable',
        now,
      );
    expect(since(ago(7 * day - 1))).toMatchObject({ state: 'first_sync', failed_tries: 10 });
    expect(since(ago(7 * day))).toMatchObject({ state: 'stopped', trouble_since: ago(7 * day) });
  });
});

describe('a working mailbox', () => {
  it('is due again after 15 minutes, if automatic', () => {
    expect(nextSyncAt(true, now)).toEqual(new Date(now.getTime() + 15 * minute));
    expect(nextSyncAt(false, now)).toBeNull();
  });

  it('is restarted in its state before it was stopped', () => {
    expect(stateAfterRestart(null)).toBe('first_sync');
    expect(stateAfterRestart(now)).toBe('working');
  });
});

describe('a folder', () => {
  const folder = (path: string, specialUse?: string, flags: string[] = []): ServerFolder => ({
    ...{ path, specialUse, flags: new Set(flags) },
  });

  it('for spam is preferably the one with the flag, else one with a known name', () => {
    const folders = [folder('INBOX'), folder('Spam'), folder('Мусор', '\\Junk')];
    expect(findFolderPath(folders, 'spam')).toBe('Мусор');
    expect(findFolderPath(folders.slice(0, 2), 'spam')).toBe('Spam');
  });

  it.each(['Junk E-mail', '[Gmail]/Спам', 'INBOX.Junk', 'Нежелательная почта', 'roskaposti'])(
    'for spam is known by its name: %s',
    (path) => {
      expect(findFolderPath([folder('INBOX'), folder(path)], 'spam')).toBe(path);
    },
  );

  it('that cannot hold mails is ignored', () => {
    expect(findFolderPath([folder('Spam', '\\Junk', ['\\Noselect'])], 'spam')).toBeUndefined();
    expect(
      findFolderPath([folder('INBOX', undefined, ['\\NonExistent'])], 'inbox'),
    ).toBeUndefined();
    expect(findFolderPath([folder('Spammers'), folder('Archive')], 'spam')).toBeUndefined();
  });

  it('is the inbox if named INBOX in any letter case', () => {
    expect(findFolderPath([folder('Inbox')], 'inbox')).toBe('Inbox');
    expect(findFolderPath([folder('INBOX/Old')], 'inbox')).toBeUndefined();
  });
});

describe('the difference between a server and its list', () => {
  it('consists of missing mails, newest first, and vanished mails', () => {
    expect(compareUids([1, 5, 3, 9, 9], [3, 4])).toEqual({ missing: [9, 5, 1], vanished: [4] });
  });

  it('covers only the newest ten thousand mails', () => {
    const uids = Array.from({ length: 10_002 }, (_, place) => place + 1);
    const { missing, vanished } = compareUids(uids, [1, 2, 3]);
    expect(missing).toHaveLength(9_999);
    expect(missing[0]).toBe(10_002);
    expect(vanished).toEqual([1, 2]);
  });

  it('is empty after it was applied', () => {
    const uids = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }));
    fc.assert(
      fc.property(uids, uids, (onServer, listed) => {
        const { missing, vanished } = compareUids(onServer, listed);
        const followed = [...listed.filter((uid) => !vanished.includes(uid)), ...missing];
        expect(compareUids(onServer, followed)).toEqual({ missing: [], vanished: [] });
      }),
    );
  });

  it('is applied in batches', () => {
    expect(splitIntoBatches([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(splitIntoBatches([], 2)).toEqual([]);
  });
});
