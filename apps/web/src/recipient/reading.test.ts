import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import { expect, test } from 'vitest';
import type { Answer, DeliveryApi } from './delivery-api.ts';
import { Reading, type Shown } from './reading.ts';

const delivery: DeliveryView = {
  id: 'd1',
  owner_name: 'Анна Лаврова',
  recipient_name: null,
  recipient_email_hint: 'о•••@example.org',
  language: 'fi',
  title: 'Письмо',
  content: 'Текст',
  written_at: '2026-03-03T10:00:00.000Z',
  files: [],
  expires_at: '2027-03-03T10:00:00.000Z',
  started_by: null,
  is_starter: false,
};

const letter = (id: string) => ({
  ...{ id, title: id, file_count: 0, opened_at: null },
  file_bytes: 0,
});

/** Of one letter without files. */
const savable = { bytes: 20 * 1024, isArchive: false };

const opened = { value: { delivery_id: 'd1', language: 'fi' as const } };

function begin(answers: Partial<DeliveryApi>) {
  const shown: Shown[] = [];
  const paths: string[] = [];
  const api: DeliveryApi = {
    openLink: async () => opened,
    read: async () => ({ value: delivery }),
    closeLink: async () => ({ value: {} }),
    letters: async () => ({ value: [letter('d1')] }),
    openLetter: async () => opened,
    fileAddress: () => '',
    archiveAddress: () => '',
    ...answers,
  };
  const reading = new Reading(api, {
    show: (next) => shown.push(next),
    stand: (path) => paths.push(path),
    suggestLanguage: () => {},
  });
  return { reading, paths, last: () => shown.at(-1) };
}

test('a link leads to the letter, and the address names the delivery only', async () => {
  const { reading, paths, last } = begin({});
  await reading.openLink('token');
  expect(last()).toEqual({ kind: 'letter', delivery, savable });
  expect(paths).toEqual(['/delivery/d1']);
});

test('after a lost connection a retry uses the same link', async () => {
  const tokens: string[] = [];
  const { reading, last } = begin({
    openLink: async (token) => {
      tokens.push(token);
      return tokens.length === 1 ? { trouble: 'network' } : opened;
    },
  });
  await reading.openLink('token');
  const broken = last();
  if (broken?.kind !== 'trouble') throw new Error(`It shows ${broken?.kind}.`);
  expect(broken.trouble).toBe('network');
  await broken.retry?.();
  expect(tokens).toEqual(['token', 'token']);
  expect(last()?.kind).toBe('letter');
});

test('an expired link offers no retry', async () => {
  const { reading, last } = begin({ openLink: async () => ({ trouble: 'link_expired' }) });
  await reading.openLink('token');
  expect(last()).toEqual({ kind: 'trouble', trouble: 'link_expired' });
});

test('a session that is gone right after it started means that cookies are refused', async () => {
  const ended = { trouble: 'session_ended' } as const;
  const { reading, last } = begin({ read: async () => ended });
  await reading.openLink('token');
  expect(last()).toEqual({ kind: 'trouble', trouble: 'cookies_refused' });
  await reading.reopen('d1');
  expect(last()).toEqual({ kind: 'trouble', trouble: 'session_ended' });
});

test('a late response for an earlier link does not replace a newer one', async () => {
  let answerFirst: (answer: Answer<typeof opened.value>) => void = () => {};
  const { reading, last } = begin({
    openLink: (token) =>
      token === 'first'
        ? new Promise((resolve) => {
            answerFirst = resolve;
          })
        : Promise.resolve(opened),
  });
  const first = reading.openLink('first');
  await reading.openLink('second');
  answerFirst({ trouble: 'link_closed' });
  await first;
  expect(last()).toEqual({ kind: 'letter', delivery, savable });
});

test('a closed link leaves nothing to read; if closing fails the letter stays', async () => {
  const failing = begin({ closeLink: async () => ({ trouble: 'network' }) });
  await failing.reading.openLink('token');
  expect(await failing.reading.closeLink(delivery)).toBe('network');
  expect(failing.last()?.kind).toBe('letter');

  const { reading, paths, last } = begin({});
  await reading.openLink('token');
  expect(await reading.closeLink(delivery)).toBeUndefined();
  expect(last()).toEqual({ kind: 'closed', emailHint: 'о•••@example.org' });
  expect(paths.at(-1)).toBe('/delivery');
});

test('several letters are a list that starts with the opened one', async () => {
  const letters = [letter('d2'), letter('d1')];
  const { reading, last } = begin({ letters: async () => ({ value: letters }) });
  await reading.openLink('token');
  expect(last()).toMatchObject({ kind: 'letters', first: delivery, letters, home: '/delivery/d1' });
});

test('another letter is opened before it is read; the linked one is open already', async () => {
  const calls: string[] = [];
  const { reading, last } = begin({
    openLetter: async (id, letterId) => {
      calls.push(`${id} opens ${letterId}`);
      return opened;
    },
    read: async (id) => {
      calls.push(`reads ${id}`);
      return { value: { ...delivery, id } };
    },
  });
  await reading.reopen('d1', 'd2');
  await reading.reopen('d1', 'd1');
  expect(calls).toEqual(['d1 opens d2', 'reads d2', 'reads d1']);
  expect(last()).toEqual({ kind: 'letter', delivery, savable });
});

test('one letter of several links to the others', async () => {
  const letters = [letter('d1'), letter('d2')];
  const { reading, last } = begin({ letters: async () => ({ value: letters }) });
  await reading.reopen('d1', 'd1');
  expect(last()).toMatchObject({ kind: 'letter', delivery, home: '/delivery/d1' });
});

test('the way back to the previous screen is kept in every address of the page', async () => {
  const letters = [letter('d1'), letter('d2')];
  const { reading, last } = begin({ letters: async () => ({ value: letters }) });
  await reading.reopen('d1', 'd1', 'trusted-legacies');
  expect(last()).toMatchObject({ home: '/delivery/d1?from=trusted-legacies' });
});

test('offers an archive with its approximate size for several letters or a file, and a PDF of the only letter', async () => {
  const letters = [
    { ...letter('d1'), file_bytes: 3_000_000 },
    { ...letter('d2'), file_bytes: 1_000_000 },
  ];
  const several = begin({ letters: async () => ({ value: letters }) });
  await several.reading.openLink('token');
  expect(several.last()).toMatchObject({
    savable: { bytes: 4_000_000 + 40 * 1024, isArchive: true },
  });
  await several.reading.reopen('d1', 'd1');
  expect(several.last()).toMatchObject({
    savable: { bytes: 4_000_000 + 40 * 1024, isArchive: true },
  });

  const files = [{ id: 'f', file_name: 'a.txt', size_bytes: 5, mime_type: 'text/plain' }];
  const one = begin({
    read: async () => ({ value: { ...delivery, files } }),
    letters: async () => ({ value: [{ ...letter('d1'), file_bytes: 5 }] }),
  });
  await one.reading.openLink('token');
  expect(one.last()).toMatchObject({ savable: { bytes: 5 + 20 * 1024, isArchive: true } });

  const text = begin({});
  await text.reading.openLink('token');
  expect(text.last()).toMatchObject({ savable });
});

test('another letter that cannot be opened is not read', async () => {
  const { reading, last } = begin({ openLetter: async () => ({ trouble: 'letter_recalled' }) });
  await reading.reopen('d1', 'd2');
  expect(last()).toEqual({ kind: 'trouble', trouble: 'letter_recalled' });
});

test('a preview starts with the first letter, and reports if there is none', async () => {
  const read: string[] = [];
  const { reading, last } = begin({});
  const place = (ids: string[]) => ({
    id: 'c1',
    home: '/delivery?preview=c1',
    source: {
      letters: async () => ({ value: ids.map(letter) }),
      openLetter: async () => ({ value: {} }),
      read: async (id: string) => {
        read.push(id);
        return { value: { ...delivery, id } };
      },
      fileAddress: () => '',
      archiveAddress: () => '',
    },
  });
  await reading.preview(place(['i1', 'i2']));
  expect(last()).toMatchObject({ kind: 'letters', home: '/delivery?preview=c1' });
  await reading.preview(place(['i1', 'i2']), 'i2');
  expect(last()).toMatchObject({ kind: 'letter', home: '/delivery?preview=c1' });
  expect(read).toEqual(['i1', 'i2']);
  await reading.preview(place([]));
  expect(last()).toEqual({ kind: 'nothing' });
});
