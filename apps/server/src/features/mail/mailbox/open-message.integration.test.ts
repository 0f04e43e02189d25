import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import {
  connectAndSync,
  type ProductWithImap,
  plainMail,
  startWithImapServer,
} from '../../../../test/mailboxes.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';

const secret = {
  subject: 'canary-subject-7f3a',
  text: 'canary-text-91bc',
  file: 'canary-file-c04d',
  sender: 'canary-sender@mail.example',
};
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const richMail = `From: <${secret.sender}>
To: Owner <owner@mail.example>, "Борис" <boris@mail.example>
Subject: ${secret.subject}
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: multipart/related; boundary=inner

--inner
Content-Type: text/html; charset=utf-8

<p onclick="evil()">${secret.text} <b>жирно</b></p><script>evil()</script>
<img src="cid:pic@mail"><img src="https://tracker.example/pixel.png" width="200">
--inner
Content-Type: image/png
Content-ID: <pic@mail>
Content-Transfer-Encoding: base64

${picture}
--inner--
--outer
Content-Type: text/html; name="../../a.html"
Content-Disposition: attachment; filename="../../a.html"

<script>${secret.file}</script>
--outer--
`;

let fixture: ProductWithImap;
let person: Person;
let ids: string[];
beforeAll(async () => {
  fixture = await startWithImapServer();
  const { standIn } = fixture;
  standIn.deliver('INBOX', plainMail('Простое', 'Первая строка.\n\nВторая.'));
  standIn.deliver('INBOX', richMail);
  standIn.deliver('INBOX', Buffer.from('ни одного заголовка'));
  person = await signedInPerson(fixture.product);
  await connectAndSync(standIn, person);
  const { messages } = await person.browser.listMailboxMessages({ query: { folder: 'inbox' } });
  ids = messages.map(({ id }) => id).reverse();
});
afterAll(() => fixture.stop());

const get = (index: number) =>
  person.browser.getMailboxMessage({ params: { id: ids[index] ?? '' } });
const page = (index: number, query = '') =>
  person.browser.send(`/api/mailbox/messages/${ids[index]}/page${query}`);

describe('opening a mail', () => {
  it('returns text, addresses and attachments, and leaves it unread', async () => {
    expect(await get(0)).toMatchObject({
      ...{ subject: 'Простое', folder: 'inbox', has_html: false, is_broken: false },
      text: expect.stringContaining('Вторая.'),
      to: [{ name: null, address: 'owner@mail.example' }],
      is_unread: true,
    });
    expect(await get(1)).toMatchObject({
      ...{ subject: secret.subject, has_html: true, has_remote_images: true },
      text: expect.stringContaining(`${secret.text} жирно`),
      to: [{ name: 'Owner' }, { name: 'Борис' }],
      attachments: [{ file_name: 'a.html', mime_type: 'text/html' }],
      has_attachments: true,
    });
    expect([...(fixture.standIn.folder('INBOX').mails[1]?.flags ?? [])]).toEqual([]);
  });

  it('marks a broken mail and returns its readable parts', async () => {
    expect(await get(2)).toMatchObject({ is_broken: true, text: 'ни одного заголовка' });
  });

  it('returns a sandboxed page, with remote images only on request', async () => {
    const hidden = await page(1);
    const policy = hidden.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('sandbox');
    expect(policy).toContain("default-src 'none'");
    const html = await hidden.text();
    expect(html).toContain(`data:image/png;base64,${picture}`);
    expect(html).toContain('img-src data:;');
    expect(html).not.toMatch(/tracker|onclick|evil/);
    const shown = await (await page(1, '?images=shown&theme=dark')).text();
    expect(shown).toContain('https://tracker.example/pixel.png');
    expect(shown).toContain('img-src data: https:;');
    expect(shown).not.toMatch(/onclick|evil/);
    expect(await (await page(0)).text()).toContain('<pre>Первая строка.');
  });

  it('serves an attachment as a download that no browser displays', async () => {
    const { attachments } = await get(1);
    const path = `/api/mailbox/messages/${ids[1]}/attachments/${attachments[0]?.index}`;
    const answer = await person.browser.send(path);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="a.html"/);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(await answer.text()).toContain(secret.file);
    const none = await person.browser.send(`/api/mailbox/messages/${ids[1]}/attachments/99`);
    expect(none.status).toBe(404);
  });

  it('fails for a deleted mail, one that is too large, and an unavailable server', async () => {
    const { standIn } = fixture;
    const huge = standIn.deliver('INBOX', plainMail('Огромное'));
    const deletedMail = standIn.deliver('INBOX', plainMail('Ушедшее'));
    const before = { ...huge };
    await person.browser.syncMailbox();
    const listed = async () =>
      (await person.browser.listMailboxMessages({ query: { folder: 'inbox' } })).messages;
    await expect.poll(async () => (await listed()).length).toBe(5);
    const [first, second] = await listed();
    huge.source = Buffer.concat([before.source, Buffer.alloc(31 * 1024 * 1024, 'x')]);
    standIn.remove('INBOX', deletedMail.uid);
    const code = async (id = '') =>
      (await failureOf(person.browser.getMailboxMessage({ params: { id } }))).code;
    expect(await code(first?.id)).toBe('mailbox_message_missing');
    expect(await code(second?.id)).toBe('mailbox_message_too_large');
    standIn.setPassword('changed');
    expect(await code(ids[0])).toBe('mailbox_unavailable');
    standIn.setPassword(standIn.password);
    const other = await signedInPerson(fixture.product);
    const params = { id: ids[0] ?? '' };
    expect((await failureOf(other.browser.getMailboxMessage({ params }))).code).toBe('not_found');
  });
});

describe('content of a mailbox', () => {
  it('is never in plaintext in the database, the queue or the log', async () => {
    const { product, standIn } = fixture;
    const canaries = [...Object.values(secret), standIn.password, standIn.user];
    expect(await tablesHolding(product.database, canaries)).toEqual([]);
    expect(product.logged()).toContain('/api/mailbox');
    for (const canary of canaries) expect(product.logged()).not.toContain(canary);
  });
});
