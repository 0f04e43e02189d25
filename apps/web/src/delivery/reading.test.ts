import type { DeliveryView } from '@zavet/contract/protocol/protocol-schemas';
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
};

const opened = { value: { delivery_id: 'd1', language: 'fi' as const } };

function begin(answers: Partial<DeliveryApi>) {
  const shown: Shown[] = [];
  const paths: string[] = [];
  const api: DeliveryApi = {
    openLink: async () => opened,
    read: async () => ({ value: delivery }),
    closeLink: async () => ({ value: {} }),
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
  expect(last()).toEqual({ kind: 'letter', delivery });
  expect(paths).toEqual(['/delivery/d1']);
});

test('when the line breaks, a retry uses the same link', async () => {
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

test('a link that is over offers no retry', async () => {
  const { reading, last } = begin({ openLink: async () => ({ trouble: 'link_expired' }) });
  await reading.openLink('token');
  expect(last()).toEqual({ kind: 'trouble', trouble: 'link_expired' });
});

test('a session that is gone right after it began means that cookies are refused', async () => {
  const ended = { trouble: 'session_ended' } as const;
  const { reading, last } = begin({ read: async () => ended });
  await reading.openLink('token');
  expect(last()).toEqual({ kind: 'trouble', trouble: 'cookies_refused' });
  await reading.reopen('d1');
  expect(last()).toEqual({ kind: 'trouble', trouble: 'session_ended' });
});

test('a late answer to a former link does not replace what the newer one opened', async () => {
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
  expect(last()).toEqual({ kind: 'letter', delivery });
});

test('a closed link leaves nothing to read; a failed closing leaves the letter', async () => {
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
