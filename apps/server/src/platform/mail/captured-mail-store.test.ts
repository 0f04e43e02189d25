import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capturedMailEndpoints } from '@zavet/contract/mail/captured-mail-endpoints';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type CapturedMailOptions,
  createCapturedMailStore,
  withLinksInNewTab,
} from './captured-mail-store.ts';
import { MailRefused, type OutgoingMail } from './mail-transport.ts';

let root: string;
let directory: string;
let now: Date;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'captured-mail-'));
  directory = join(root, 'mail');
  now = new Date('2026-11-15T09:30:00.250Z');
});
afterEach(() => rm(root, { recursive: true }));

test('lists and reads mails as declared in the contract', async () => {
  const store = openStore();
  await store.deliver(mail(1));

  const list = capturedMailEndpoints.listCapturedMails.output.parse({ mails: await store.list() });
  expect(list.mails).toMatchObject([
    { to: 'anna@example.org', subject: 'Mail 1', captured_at: '2026-11-15T09:30:00.250Z' },
  ]);
  const [listed] = list.mails;
  const read = await store.get(listed?.id ?? '');
  expect(capturedMailEndpoints.getCapturedMail.output.parse(read)).toMatchObject({
    ...listed,
    from: 'Завет <post@zavet.example>',
    message_id: '<mail-1@zavet.example>',
    text: 'text 1',
  });
  expect(read?.html).toBe('<p>html 1</p>');
});

test('lists the newest mail first, also within one millisecond', async () => {
  const store = openStore();
  await store.deliver(mail(1));
  await store.deliver(mail(2));
  now = new Date('2026-11-15T09:31:00.000Z');
  await store.deliver(mail(3));

  expect(await subjects(store)).toEqual(['Mail 3', 'Mail 2', 'Mail 1']);
});

test('replaces a mail with the same Message-ID in place', async () => {
  const store = openStore();
  await store.deliver(mail(1));
  const [before] = await store.list();
  now = new Date('2026-11-15T09:31:00.000Z');
  await store.deliver(mail(2));
  await store.deliver({ ...mail(1), text: 'again' });

  expect(await subjects(store)).toEqual(['Mail 2', 'Mail 1']);
  const replaced = await store.get(before?.id ?? '');
  expect(replaced).toMatchObject({ text: 'again', captured_at: before?.captured_at });
});

test('stores a mail delivered concurrently once', async () => {
  const store = openStore();
  await Promise.all([store.deliver(mail(1)), store.deliver(mail(1)), store.deliver(mail(1))]);

  expect(await store.list()).toHaveLength(1);
});

test('keeps mails across restarts', async () => {
  const first = openStore();
  await first.deliver(mail(1));
  await first.close();

  expect(await subjects(openStore())).toEqual(['Mail 1']);
});

test('limits the list and deletes the oldest files', async () => {
  const store = openStore({ maxListed: 2, maxStored: 3 });
  for (const number of [1, 2, 3, 4, 5]) await store.deliver(mail(number));

  expect(await subjects(store)).toEqual(['Mail 5', 'Mail 4']);
  expect(await readdir(directory)).toHaveLength(3);
});

test('lists nothing in an empty mailbox', async () => {
  expect(await openStore().list()).toEqual([]);
});

test('does not read files outside of the folder or with other names', async () => {
  const store = openStore();
  await store.deliver(mail(1));
  await writeFile(join(root, 'secret.json'), JSON.stringify(await store.get(await onlyId(store))));
  await writeFile(join(directory, 'other.json'), '{}');
  const id = await onlyId(store);

  const attempts = [
    '../secret',
    '..%2fsecret',
    `./${id}`,
    `${id}/../${id}`,
    'other',
    `${id}\0`,
    '',
  ];
  for (const attempt of attempts) expect(await store.get(attempt)).toBeUndefined();
});

test('returns undefined for an unknown id', async () => {
  const missing = `20261115093000250-000000-${'0'.repeat(32)}`;
  expect(await openStore().get(missing)).toBeUndefined();
});

test('ignores foreign and broken files', async () => {
  const store = openStore();
  await store.deliver(mail(1));
  await writeFile(join(directory, 'notes.txt'), 'x');
  await writeFile(join(directory, `20261115093000251-000000-${'0'.repeat(32)}.json`), '{"id":');

  expect(await subjects(store)).toEqual(['Mail 1']);
});

test('leaves no temporary files, and denies access to other users', async () => {
  const store = openStore();
  await store.deliver(mail(1));

  const names = await readdir(directory);
  expect(names).toEqual([`${await onlyId(store)}.json`]);
  expect((await stat(directory)).mode & 0o077).toBe(0);
  expect((await stat(join(directory, names[0] ?? ''))).mode & 0o077).toBe(0);
});

test('refuses invalid recipients like the SMTP transport', async () => {
  const store = openStore();
  const hostile = { ...mail(1), to: 'anna@example.org\r\nBcc: thief@example.com' };
  await expect(store.deliver(hostile)).rejects.toBeInstanceOf(MailRefused);
  await store.deliver(mail(2));

  expect(await subjects(store)).toEqual(['Mail 2']);
});

test('opens links in a new tab', () => {
  expect(withLinksInNewTab('<html><head lang="ru"><title>$&</title></head></html>')).toBe(
    '<html><head lang="ru"><base target="_blank"><title>$&</title></head></html>',
  );
  expect(withLinksInNewTab('<header>x</header>')).toBe('<base target="_blank"><header>x</header>');
});

type Store = ReturnType<typeof openStore>;

function openStore(options: Partial<CapturedMailOptions> = {}) {
  const clock = { now: () => now };
  return createCapturedMailStore({
    directory,
    from: 'Завет <post@zavet.example>',
    clock,
    ...options,
  });
}

function mail(number: number): OutgoingMail {
  return {
    to: 'anna@example.org',
    subject: `Mail ${number}`,
    html: `<p>html ${number}</p>`,
    text: `text ${number}`,
    message_id: `mail-${number}@zavet.example`,
    language: 'ru',
  };
}

async function subjects(store: Store): Promise<string[]> {
  return (await store.list()).map((one) => one.subject);
}

async function onlyId(store: Store): Promise<string> {
  const [only] = await store.list();
  return only?.id ?? '';
}
