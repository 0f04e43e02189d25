import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import { expect, test } from 'vitest';
import type { Answer, DeliveryApi } from './delivery-api.ts';
import { LetterLoader, type ScreenState } from './letter-loader.ts';

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

/** The expected download of one letter without files. */
const download = { bytes: 20 * 1024, isArchive: false };

const openedLink = { value: { delivery_id: 'd1', language: 'fi' as const } };

function createLoader(answers: Partial<DeliveryApi>) {
  const states: ScreenState[] = [];
  const paths: string[] = [];
  const api: DeliveryApi = {
    openLink: async () => openedLink,
    read: async () => ({ value: delivery }),
    closeLink: async () => ({ value: {} }),
    letters: async () => ({ value: [letter('d1')] }),
    openLetter: async () => openedLink,
    fileAddress: () => '',
    archiveAddress: () => '',
    ...answers,
  };
  const loader = new LetterLoader(api, {
    show: (state) => states.push(state),
    setPath: (path) => paths.push(path),
    suggestLanguage: () => {},
  });
  return { loader, paths, last: () => states.at(-1) };
}

test('a link leads to the letter, and the URL contains only the id of the delivery', async () => {
  const { loader, paths, last } = createLoader({});
  await loader.openLink('token');
  expect(last()).toEqual({ kind: 'letter', delivery, download });
  expect(paths).toEqual(['/delivery/d1']);
});

test('after a lost connection a retry uses the same link', async () => {
  const tokens: string[] = [];
  const { loader, last } = createLoader({
    openLink: async (token) => {
      tokens.push(token);
      return tokens.length === 1 ? { trouble: 'network' } : openedLink;
    },
  });
  await loader.openLink('token');
  const broken = last();
  if (broken?.kind !== 'trouble') throw new Error(`It shows ${broken?.kind}.`);
  expect(broken.trouble).toBe('network');
  await broken.retry?.();
  expect(tokens).toEqual(['token', 'token']);
  expect(last()?.kind).toBe('letter');
});

test('an expired link offers no retry', async () => {
  const { loader, last } = createLoader({ openLink: async () => ({ trouble: 'link_expired' }) });
  await loader.openLink('token');
  expect(last()).toEqual({ kind: 'trouble', trouble: 'link_expired' });
});

test('a session that is missing right after it started means that cookies are refused', async () => {
  const ended = { trouble: 'session_ended' } as const;
  const { loader, last } = createLoader({ read: async () => ended });
  await loader.openLink('token');
  expect(last()).toEqual({ kind: 'trouble', trouble: 'cookies_refused' });
  await loader.reopen('d1');
  expect(last()).toEqual({ kind: 'trouble', trouble: 'session_ended' });
});

test('a late response for an earlier link does not replace a newer one', async () => {
  let answerFirst: (answer: Answer<typeof openedLink.value>) => void = () => {};
  const { loader, last } = createLoader({
    openLink: (token) =>
      token === 'first'
        ? new Promise((resolve) => {
            answerFirst = resolve;
          })
        : Promise.resolve(openedLink),
  });
  const first = loader.openLink('first');
  await loader.openLink('second');
  answerFirst({ trouble: 'link_closed' });
  await first;
  expect(last()).toEqual({ kind: 'letter', delivery, download });
});

test('closing a link removes its letters; if closing fails, the letter stays', async () => {
  const failing = createLoader({ closeLink: async () => ({ trouble: 'network' }) });
  await failing.loader.openLink('token');
  expect(await failing.loader.closeLink(delivery)).toBe('network');
  expect(failing.last()?.kind).toBe('letter');

  const { loader, paths, last } = createLoader({});
  await loader.openLink('token');
  expect(await loader.closeLink(delivery)).toBeUndefined();
  expect(last()).toEqual({ kind: 'closed', emailHint: 'о•••@example.org' });
  expect(paths.at(-1)).toBe('/delivery');
});

test('several letters are shown as a list that starts with the linked one', async () => {
  const letters = [letter('d2'), letter('d1')];
  const { loader, last } = createLoader({ letters: async () => ({ value: letters }) });
  await loader.openLink('token');
  expect(last()).toMatchObject({ kind: 'letters', first: delivery, letters, home: '/delivery/d1' });
});

test('a letter other than the linked one is opened before it is read', async () => {
  const calls: string[] = [];
  const { loader, last } = createLoader({
    openLetter: async (id, letterId) => {
      calls.push(`${id} opens ${letterId}`);
      return openedLink;
    },
    read: async (id) => {
      calls.push(`reads ${id}`);
      return { value: { ...delivery, id } };
    },
  });
  await loader.reopen('d1', 'd2');
  await loader.reopen('d1', 'd1');
  expect(calls).toEqual(['d1 opens d2', 'reads d2', 'reads d1']);
  expect(last()).toEqual({ kind: 'letter', delivery, download });
});

test('one letter of several links to the others', async () => {
  const letters = [letter('d1'), letter('d2')];
  const { loader, last } = createLoader({ letters: async () => ({ value: letters }) });
  await loader.reopen('d1', 'd1');
  expect(last()).toMatchObject({ kind: 'letter', delivery, home: '/delivery/d1' });
});

test('every path of the page contains the screen to return to', async () => {
  const letters = [letter('d1'), letter('d2')];
  const { loader, last } = createLoader({ letters: async () => ({ value: letters }) });
  await loader.reopen('d1', 'd1', 'trusted-legacies');
  expect(last()).toMatchObject({ home: '/delivery/d1?from=trusted-legacies' });
});

test('offers an archive with its approximate size for several letters or a file, and a PDF of the only letter', async () => {
  const letters = [
    { ...letter('d1'), file_bytes: 3_000_000 },
    { ...letter('d2'), file_bytes: 1_000_000 },
  ];
  const several = createLoader({ letters: async () => ({ value: letters }) });
  await several.loader.openLink('token');
  expect(several.last()).toMatchObject({
    download: { bytes: 4_000_000 + 40 * 1024, isArchive: true },
  });
  await several.loader.reopen('d1', 'd1');
  expect(several.last()).toMatchObject({
    download: { bytes: 4_000_000 + 40 * 1024, isArchive: true },
  });

  const files = [{ id: 'f', file_name: 'a.txt', size_bytes: 5, mime_type: 'text/plain' }];
  const withFile = createLoader({
    read: async () => ({ value: { ...delivery, files } }),
    letters: async () => ({ value: [{ ...letter('d1'), file_bytes: 5 }] }),
  });
  await withFile.loader.openLink('token');
  expect(withFile.last()).toMatchObject({ download: { bytes: 5 + 20 * 1024, isArchive: true } });

  const textOnly = createLoader({});
  await textOnly.loader.openLink('token');
  expect(textOnly.last()).toMatchObject({ download });
});

test('another letter that cannot be opened is not read', async () => {
  const { loader, last } = createLoader({
    openLetter: async () => ({ trouble: 'letter_recalled' }),
  });
  await loader.reopen('d1', 'd2');
  expect(last()).toEqual({ kind: 'trouble', trouble: 'letter_recalled' });
});

test('a preview starts with the first letter, and has its own state without letters', async () => {
  const read: string[] = [];
  const { loader, last } = createLoader({});
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
  await loader.preview(place(['i1', 'i2']));
  expect(last()).toMatchObject({ kind: 'letters', home: '/delivery?preview=c1' });
  await loader.preview(place(['i1', 'i2']), 'i2');
  expect(last()).toMatchObject({ kind: 'letter', home: '/delivery?preview=c1' });
  expect(read).toEqual(['i1', 'i2']);
  await loader.preview(place([]));
  expect(last()).toEqual({ kind: 'nothing' });
});
