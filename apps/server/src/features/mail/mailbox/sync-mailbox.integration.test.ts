import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hour, minute } from '../../../../test/durations.ts';
import {
  credentialsFor,
  type ProductWithImap,
  plainMail,
  startWithImapServer,
  subjectsIn,
  syncNow,
} from '../../../../test/mailboxes.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { defaultTimeouts, type ImapTimeouts } from '../../../platform/imap/imap-host.ts';
import { claimSync, findMailbox, type Mailbox, updateMailbox } from './mailbox-repository.ts';
import { enqueueDueSyncs } from './sync-mailbox.ts';

const day = 24 * hour;
let fixture: ProductWithImap;
let person: Person;

const mailbox = async (): Promise<Mailbox> => {
  const found = await findMailbox(fixture.product.database, person.userId);
  if (!found) throw new Error('no mailbox is connected');
  return found;
};
const sync = (timeouts?: ImapTimeouts) => syncNow(fixture.product, person.userId, timeouts);
const view = async () => (await person.browser.getMailbox()).mailbox;
const pendingMails = async () => pendingJobs(fixture.product, 'mail', (await mailbox()).id);

beforeAll(async () => {
  // Each test runs the jobs itself.
  fixture = await startWithImapServer({ runsJobs: false });
});
beforeEach(async () => {
  const { standIn, product } = fixture;
  standIn.fail(undefined);
  standIn.setPassword(standIn.password);
  standIn.beforeFetch(() => {});
  for (const name of ['INBOX', 'Spam']) standIn.folder(name).mails.length = 0;
  person = await signedInPerson(product);
  await person.browser.connectMailbox({ body: credentialsFor(standIn) });
});
afterAll(() => fixture.stop());

describe('a sync', () => {
  it('changes nothing on the server', async () => {
    const { standIn } = fixture;
    standIn.deliver('INBOX', plainMail('Одно'));
    standIn.commands.length = 0;
    await sync();
    await sync();
    const { messages } = await person.browser.listMailboxMessages({ query: { folder: 'inbox' } });
    await person.browser.getMailboxMessage({ params: { id: messages[0]?.id ?? '' } });
    const harmless = [
      ...['CAPABILITY', 'ID', 'NAMESPACE', 'LOGIN', 'AUTHENTICATE', 'NOOP', 'LOGOUT', 'LIST'],
      ...['LSUB', 'STATUS', 'EXAMINE', 'UID SEARCH', 'UID FETCH'],
    ];
    expect(standIn.commands).toContain('UID FETCH');
    expect(standIn.commands.filter((name) => !harmless.includes(name))).toEqual([]);
    expect([...(standIn.folder('INBOX').mails[0]?.flags ?? [])]).toEqual([]);
  });

  it('applies new, deleted and read mails of the server', async () => {
    const { standIn } = fixture;
    const first = standIn.deliver('INBOX', plainMail('Первое'));
    const second = standIn.deliver('INBOX', plainMail('Второе'));
    await sync();
    second.flags.add('\\Seen');
    standIn.remove('INBOX', first.uid);
    standIn.deliver('INBOX', plainMail('Третье'));
    await sync();
    const { messages } = await person.browser.listMailboxMessages({ query: { folder: 'inbox' } });
    expect(messages.map(({ subject, is_unread }) => [subject, is_unread])).toEqual([
      ['Третье', true],
      ['Второе', false],
    ]);
    expect((await view())?.folders[0]).toMatchObject({ total: 2, unread: 1, listed: 2 });
  });

  it('lists a folder again after a change of UIDVALIDITY', async () => {
    const { standIn } = fixture;
    for (const subject of ['Одно', 'Другое']) standIn.deliver('INBOX', plainMail(subject));
    await sync();
    standIn.folder('INBOX').mails.reverse();
    standIn.renumberMails('INBOX');
    await sync();
    expect(await subjectsIn(person)).toEqual(['Одно', 'Другое']);
    expect((await view())?.folders[0]?.listed).toBe(2);
  });

  it('requires an inbox, but no spam folder', async () => {
    const { standIn } = fixture;
    const [inbox, spam] = [standIn.folder('INBOX'), standIn.folder('Spam')];
    standIn.deliver('Spam', plainMail('Выигрыш'));
    await sync();
    expect(await subjectsIn(person, 'spam')).toEqual(['Выигрыш']);
    standIn.removeFolder('Spam');
    await sync();
    expect(await view()).toMatchObject({ state: 'working', trouble: null });
    expect((await view())?.folders[1]).toMatchObject({ total: 0, unread: 0, listed: 0 });
    standIn.removeFolder('INBOX');
    await sync();
    expect(await view()).toMatchObject({ state: 'stopped', trouble: 'folder_missing' });
    standIn.restoreFolders([inbox, spam]);
  });

  it('continues from the listed mails after the server failed', async () => {
    const { standIn } = fixture;
    for (let place = 1; place <= 1_200; place += 1) {
      standIn.deliver('INBOX', plainMail(`Письмо ${place}`));
    }
    let fetches = 0;
    standIn.beforeFetch(() => {
      fetches += 1;
      if (fetches === 3) standIn.fail('dies_at_fetch');
    });
    await sync();
    expect(await view()).toMatchObject({
      ...{ state: 'first_sync', trouble: 'unreachable', last_email_sync: null },
      progress: { done: 500, total: 1_200 },
    });
    expect((await subjectsIn(person))[0]).toBe('Письмо 1200');
    standIn.fail(undefined);
    await sync();
    expect(await view()).toMatchObject({ state: 'working', trouble: null, progress: null });
    expect((await view())?.folders[0]).toMatchObject({ total: 1_200, listed: 1_200 });
  });

  it('changes nothing if the mailbox is disconnected meanwhile', async () => {
    const { standIn } = fixture;
    standIn.deliver('INBOX', plainMail('Одно'));
    standIn.beforeFetch(async () => {
      standIn.beforeFetch(() => {});
      await person.browser.disconnectMailbox();
    });
    await sync();
    expect(await view()).toBeNull();
  });

  it('runs once per mailbox, and its claim expires after a crash', async () => {
    const { product, standIn } = fixture;
    const { database, clock } = product;
    standIn.deliver('INBOX', plainMail('Одно'));
    const { id } = await mailbox();
    const now = clock.now();
    const claim = { sync_id: id, sync_held_until: new Date(now.getTime() + 2 * minute) };
    expect(await claimSync(database, id, claim, now)).toBeDefined();
    await sync();
    expect(await subjectsIn(person)).toEqual([]);
    await enqueueDueSyncs(product.ctx);
    expect(await pendingJobs(product, 'sync-mailbox', id)).toBe(1);
    clock.advance(3 * minute);
    await enqueueDueSyncs(product.ctx);
    await enqueueDueSyncs(product.ctx);
    expect(await pendingJobs(product, 'sync-mailbox', id)).toBe(2);
    await sync();
    expect(await subjectsIn(person)).toEqual(['Одно']);
  });
});

describe('a mailbox that cannot be read', () => {
  it('is stopped by a refused password with one notification, and restarted by its owner', async () => {
    const { standIn, product } = fixture;
    await sync();
    standIn.setPassword('changed');
    await sync();
    expect(await view()).toMatchObject({ state: 'stopped', trouble: 'login_refused' });
    expect(await pendingMails()).toBe(1);
    standIn.commands.length = 0;
    product.clock.advance(2 * day);
    await enqueueDueSyncs(product.ctx);
    await sync();
    expect(standIn.commands).toEqual([]);
    expect(await pendingMails()).toBe(1);
    standIn.setPassword(standIn.password);
    const { email, password } = person;
    await person.browser.signIn({ body: { email, password } });
    expect(await person.browser.syncMailbox()).toMatchObject({ state: 'working', trouble: null });
    await sync();
    expect(await view()).toMatchObject({ state: 'working', trouble: null });
  });

  it('is retried with growing pauses while its server is down, and stopped after a week', async () => {
    const { standIn, product } = fixture;
    const { clock } = product;
    await sync();
    await standIn.stop();
    const pauses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      await sync();
      const { state, next_sync_at } = await mailbox();
      if (state === 'stopped' || !next_sync_at) break;
      const pause = next_sync_at.getTime() - clock.now().getTime();
      pauses.push(Math.round(pause / minute));
      clock.advance(pause);
    }
    expect(pauses.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(Math.max(...pauses)).toBe(24 * 60);
    expect(await mailbox()).toMatchObject({ state: 'working', trouble: 'unreachable' });
    await updateMailbox(product.database, (await mailbox()).id, {
      trouble_since: new Date(clock.now().getTime() - 8 * day),
    });
    await sync();
    expect(await mailbox()).toMatchObject({ state: 'stopped', next_sync_at: null });
    expect(await pendingMails()).toBe(1);
    await standIn.start();
  });

  it('times out on a hanging server, and rejects oversized responses', async () => {
    const { standIn } = fixture;
    standIn.deliver('INBOX', plainMail('Одно'));
    for (const fault of ['stalls_at_fetch', 'endless_line', 'endless_literal'] as const) {
      standIn.fail(fault);
      await sync({ ...defaultTimeouts, ...(fault === 'stalls_at_fetch' && { commandMs: 700 }) });
      expect(await view(), fault).toMatchObject({ state: 'first_sync', trouble: 'unreachable' });
    }
    expect(standIn.connections()).toBe(0);
  });
});

/** Number of pending jobs of a queue that contain a text. */
async function pendingJobs(
  { database }: Pick<TestProduct, 'database'>,
  queue: string,
  content: string,
): Promise<number> {
  const [row] = await database.rows<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job
    where name = ${queue} and data::text like ${`%${content}%`}`);
  return row?.count ?? 0;
}
