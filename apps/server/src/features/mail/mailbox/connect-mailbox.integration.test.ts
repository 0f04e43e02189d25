import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import {
  connectAndSync,
  credentialsFor,
  type ProductWithImap,
  plainMail,
  startWithImapServer,
  subjectsIn,
  waitForMailbox,
} from '../../../../test/mailboxes.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { findMailbox } from './mailbox-repository.ts';

let fixture: ProductWithImap;
let person: Person;
beforeAll(async () => {
  fixture = await startWithImapServer();
});
beforeEach(async () => {
  fixture.standIn.fail(undefined);
  fixture.standIn.setPassword(fixture.standIn.password);
  person = await signedInPerson(fixture.product);
});
afterAll(() => fixture.stop());

describe('connecting a mailbox', () => {
  it('saves nothing of a mailbox that cannot be read, and returns the reason', async () => {
    const { standIn } = fixture;
    const refusal = async (given: object = {}) =>
      (await failureOf(person.browser.connectMailbox({ body: credentialsFor(standIn, given) })))
        .code;
    expect(await refusal({ password: 'wrong' })).toBe('mailbox_login_refused');
    expect(await refusal({ port: 9 })).toBe('mailbox_host_forbidden');
    expect(await refusal({ host: '127.0.0.1' })).toBe('mailbox_host_forbidden');
    standIn.fail('is_busy');
    expect(await refusal()).toBe('mailbox_unreachable');
    standIn.fail('no_starttls');
    const withoutTls = { port: standIn.startTlsPort, security: 'starttls' };
    expect(await refusal(withoutTls)).toBe('mailbox_certificate_refused');
    expect(standIn.commands.filter((name) => /LOGIN|AUTH/.test(name)).length).toBeLessThanOrEqual(
      2,
    );
    expect((await person.browser.getMailbox()).mailbox).toBeNull();
    expect(await failureOf(person.browser.syncMailbox())).toMatchObject({ code: 'not_found' });
  });

  it('lists its mails newest first, notifies the owner and records a security event', async () => {
    const { standIn, product } = fixture;
    standIn.deliver('INBOX', plainMail('Первое'), true);
    standIn.deliver('INBOX', plainMail('Второе', 'Привет,  это я.'));
    standIn.deliver('Spam', plainMail('Выигрыш'));
    expect(await connectAndSync(standIn, person)).toMatchObject({
      ...{ integrated_email_address: standIn.user, user: standIn.user, provider: 'other' },
      ...{ trouble: null, progress: null, auto_sync_enabled: true },
      folders: [
        { folder: 'inbox', total: 2, unread: 1, listed: 2 },
        { folder: 'spam', total: 1, unread: 1, listed: 1 },
      ],
    });
    expect(await subjectsIn(person)).toEqual(['Второе', 'Первое']);
    expect(await subjectsIn(person, 'spam')).toEqual(['Выигрыш']);
    const { messages } = await person.browser.listMailboxMessages({ query: { folder: 'inbox' } });
    expect(messages[0]).toMatchObject({
      from: { name: 'Анна', address: 'anna@mail.example' },
      ...{ preview: 'Привет, это я.', is_unread: true, has_attachments: false },
    });
    expect(messages[1]?.is_unread).toBe(false);
    const mail = await product.mailbox.latest(person.email);
    expect(mail.subject).toBe('К вашему аккаунту подключён почтовый ящик');
    expect(mail.text).not.toContain(standIn.user);
    const { events } = await person.browser.listSecurityEvents({ query: {} });
    expect(events[0]?.kind).toBe('mailbox_connected');
  });

  it('signs in only after STARTTLS', async () => {
    const { standIn } = fixture;
    standIn.commands.length = 0;
    const body = credentialsFor(standIn, { port: standIn.startTlsPort, security: 'starttls' });
    await person.browser.connectMailbox({ body });
    await waitForMailbox(person, ({ state }) => state === 'working');
    const logins = standIn.commands.filter((name) => /^(LOGIN|AUTHENTICATE)$/.test(name));
    expect(standIn.commands.filter((name) => name === 'STARTTLS')).toHaveLength(logins.length);
    expect(standIn.commands.indexOf('STARTTLS')).toBeLessThan(
      standIn.commands.indexOf(logins[0] ?? ''),
    );
  });

  it('updates the password of the same mailbox, and replaces another one', async () => {
    const { standIn, product } = fixture;
    await connectAndSync(standIn, person);
    const before = await findMailbox(product.database, person.userId);
    standIn.setPassword('Another-1');
    await person.browser.connectMailbox({
      body: credentialsFor(standIn, { password: 'Another-1' }),
    });
    const same = await findMailbox(product.database, person.userId);
    expect(same?.id).toBe(before?.id);
    expect(same?.access).not.toBe(before?.access);
    expect((await person.browser.getMailbox()).mailbox?.folders[0]?.listed).toBeGreaterThan(0);
    const body = credentialsFor(standIn, {
      ...{ password: 'Another-1', port: standIn.startTlsPort, security: 'starttls' },
    });
    await person.browser.connectMailbox({ body });
    const other = await findMailbox(product.database, person.userId);
    expect(other?.id).not.toBe(before?.id);
  });
});

describe('a connected mailbox', () => {
  it('is deleted with its mails when disconnected, or with the account', async () => {
    const { standIn, product } = fixture;
    await connectAndSync(standIn, person);
    const { messages } = await person.browser.listMailboxMessages({ query: { folder: 'inbox' } });
    await person.browser.disconnectMailbox();
    expect((await person.browser.getMailbox()).mailbox).toBeNull();
    expect(await failureOf(person.browser.disconnectMailbox())).toMatchObject({
      code: 'not_found',
    });
    const params = { id: messages[0]?.id ?? '' };
    for (const call of [
      () => person.browser.listMailboxMessages({ query: { folder: 'inbox' } }),
      () => person.browser.getMailboxMessage({ params }),
      () => person.browser.setMailboxSync({ body: { auto_sync_enabled: true } }),
    ]) {
      expect(await failureOf(call())).toMatchObject({ code: 'not_found' });
    }
    const { events } = await person.browser.listSecurityEvents({ query: {} });
    expect(events[0]?.kind).toBe('mailbox_disconnected');
    await connectAndSync(standIn, person);
    await person.browser.deleteAccount({
      body: { confirmation_word: 'УДАЛИТЬ', current_password: person.password },
    });
    expect(await findMailbox(product.database, person.userId)).toBeUndefined();
  });

  it('is synchronised automatically only if the setting is on', async () => {
    const { standIn, product } = fixture;
    await connectAndSync(standIn, person);
    const due = async () => (await findMailbox(product.database, person.userId))?.next_sync_at;
    expect(await due()).toBeInstanceOf(Date);
    const off = await person.browser.setMailboxSync({ body: { auto_sync_enabled: false } });
    expect(off.auto_sync_enabled).toBe(false);
    expect(await due()).toBeNull();
    await person.browser.syncMailbox();
    await vi.waitFor(async () => expect(await due()).toBeNull());
    await person.browser.setMailboxSync({ body: { auto_sync_enabled: true } });
    expect(await due()).toBeInstanceOf(Date);
  });

  it('is listed in pages, and searchable by names, subjects and previews', async () => {
    const { standIn } = fixture;
    const count = standIn.folder('INBOX').mails.length;
    for (let place = 0; place < 120; place += 1) {
      standIn.deliver('INBOX', plainMail(`Счёт ${place}`, place % 2 ? 'Ёлка' : 'Сосна'));
    }
    await connectAndSync(standIn, person);
    const pages: string[][] = [];
    let cursor: string | null | undefined;
    do {
      const query = { folder: 'inbox' as const, ...(cursor && { cursor }) };
      const page = await person.browser.listMailboxMessages({ query });
      pages.push(page.messages.map(({ subject }) => subject));
      cursor = page.next_cursor;
    } while (cursor);
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20 + count]);
    expect(new Set(pages.flat()).size).toBeGreaterThanOrEqual(120);
    const find = (search: string, at?: string) =>
      person.browser.listMailboxMessages({
        query: { folder: 'inbox', search, ...(at && { cursor: at }) },
      });
    const first = await find('ЕЛКА счет');
    expect(first).toMatchObject({ found: 60 });
    const second = await find('ЕЛКА счет', first.next_cursor ?? '');
    expect(second).toMatchObject({ found: 60, next_cursor: null });
    expect([...first.messages, ...second.messages]).toHaveLength(60);
    expect(await find('anna@mail')).toMatchObject({ found: 120 + count });
    expect(await find('нигде')).toMatchObject({ found: 0, messages: [] });
  });
});
