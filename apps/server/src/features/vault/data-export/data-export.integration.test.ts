import { archiveDeleted } from '@zavet/contract/vault/archive-schema';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactBody } from '../../../../test/contacts.ts';
import {
  dataOf,
  downloadExport,
  unzip,
  uploadArchive,
  waitForExport,
} from '../../../../test/data-export.ts';
import { minute } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { samples, textOf } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, instructionBody, writeInstruction } from '../../../../test/vault-fixtures.ts';

let product: TestProduct;
let anna: Person;
let archive: Buffer;
const large = textOf(700_000, 'дом');

beforeAll(async () => {
  product = await startTestProduct();
  anna = await signedInPerson(product);
  const { browser } = anna;
  const contacts = [
    contactBody({ name: 'Мария <b>', notes: 'Ключ у соседки', relationship: 'сестра' }),
    contactBody({ name: 'Пётр', is_minor: true, has_guardian_consent: true, address: 'Тверь' }),
  ];
  const ids: string[] = [];
  for (const body of contacts) ids.push((await browser.createContact({ body })).contact.id);
  const house = await writeInstruction(anna, {
    title: '../Дом & сад?',
    content: 'Строка один\n<script>alert("x")</script>',
    recipient_name: 'Нотариус',
    recipient_email: 'notary@example.org',
    trusted_contact_ids: ids,
  });
  await attach(anna, house.id, 'план #1 100%.png', samples.png);
  await attach(anna, house.id, 'договор.txt', large);
  const second = { ...instructionBody([ids[0] ?? '']), title: '../Дом & сад?' };
  const twin = await browser.createInstruction({ body: second });
  await attach(anna, twin.id, 'договор.txt', samples.txt);
  const third = { ...instructionBody(ids), title: 'Удалённое', content: 'Текст из корзины' };
  const deleted = await browser.createInstruction({ body: third });
  await attach(anna, deleted.id, 'старое.txt', samples.txt);
  product.clock.advance(11 * minute);
  const { draft_id: _, ...changed } = { ...third, content: 'Последний текст' };
  await browser.updateInstruction({
    params: { id: deleted.id },
    body: { ...changed, version: 1 },
  });
  await browser.deleteInstruction({ params: { id: deleted.id } });
  await browser.setProtocolRules({ body: { waiting_hours: 168, needs_second: true } });
  await browser.sendSupportEmail({ body: { userEmail: anna.email, message: 'Где мой чек?' } });
  archive = await downloadExport(anna);
});
afterAll(() => product.stop());

describe('an export', () => {
  it('contains all data, and files under their own names', async () => {
    const entries = await unzip(archive);
    const data = dataOf(entries);
    expect(data.profile.user_email).toBe(anna.email);
    expect(data.contacts.map(({ notes }) => notes)).toContain('Ключ у соседки');
    expect(data.protocol_rules).toMatchObject({ waiting_hours: 168, needs_second: true });
    expect(data.support_requests[0]?.message).toBe('Где мой чек?');
    expect(data.security_events.map(({ kind }) => kind)).toContain('data_export_requested');
    expect(data.sessions).toHaveLength(1);
    const house = data.instructions.find(({ recipient_name }) => recipient_name === 'Нотариус');
    expect(house?.content).toBe('Строка один\n<script>alert("x")</script>');
    const [png, txt] = house?.files ?? [];
    expect(entries.get(png?.path ?? '')?.equals(samples.png)).toBe(true);
    expect(entries.get(txt?.path ?? '')?.equals(large)).toBe(true);
    expect(png?.path).toMatch(/^files\/[^/]*Дом & сад_( \(2\))?\/план #1 100%\.png$/);
    expect([...entries.keys()].filter((name) => name.endsWith('договор.txt'))).toHaveLength(2);
  });

  it('contains the bin and former texts beside the letters', async () => {
    const entries = await unzip(archive);
    const text = entries.get('deleted.json')?.toString() ?? '';
    const { bin, former_texts } = archiveDeleted.parse(JSON.parse(text));
    expect(bin).toMatchObject([{ title: 'Удалённое', content: 'Последний текст' }]);
    const [file] = bin[0]?.files ?? [];
    expect(file?.path).toMatch(/^deleted\/Удалённое\/старое\.txt$/);
    expect(entries.get(file?.path ?? '')?.equals(samples.txt)).toBe(true);
    expect(former_texts).toMatchObject([
      { instruction_id: bin[0]?.id, title: 'Удалённое', content: 'Текст из корзины' },
    ]);
    expect(dataOf(entries).instructions).toHaveLength(2);
    expect(entries.get('README.txt')?.toString()).toContain('deleted.json');
  });

  it('contains a self-contained page without broken links', async () => {
    const entries = await unzip(archive);
    const page = entries.get('index.html')?.toString() ?? '';
    expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    expect(page).not.toMatch(/<script|<link|<img|<iframe|https?:|\son\w+=|@import|url\(/);
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
    const files = links.filter((href) => !href.startsWith('#')).map(decodeURIComponent);
    expect(files.toSorted()).toEqual(
      [...entries.keys()].filter((n) => n.startsWith('files/')).toSorted(),
    );
    for (const anchor of links.filter((href) => href.startsWith('#'))) {
      expect(page).toContain(`id="${anchor.slice(1)}"`);
    }
    expect(entries.get('README.txt')?.toString()).toContain('index.html');
  });

  it('contains no secret of the account', async () => {
    const rows = await product.database.rows<Record<string, string>>(sql`
      select hash as secret from passwords union select token from sessions
      union select code_digest from contact_invitations union select link_digest from contact_invitations`);
    const content = archive.toString('latin1');
    expect(rows.length).toBeGreaterThan(3);
    for (const { secret } of rows) if (secret) expect(content.includes(secret)).toBe(false);
  });

  it('resumes an interrupted download, but never with another archive', async () => {
    const { id } = await waitForExport(anna, 'ready');
    const get = (headers: Record<string, string>) =>
      anna.browser.send(`/api/data/exports/${id}/content`, { headers });
    const whole = await get({});
    const etag = whole.headers.get('etag') ?? '';
    await whole.body?.cancel();
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const from = 300_000;
    const rest = await get({ range: `bytes=${from}-`, 'if-range': etag });
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(
      `bytes ${from}-${archive.length - 1}/${archive.length}`,
    );
    expect(Buffer.from(await rest.arrayBuffer()).equals(archive.subarray(from))).toBe(true);
    const other = await get({ range: 'bytes=5-9', 'if-range': '"other"' });
    expect(other.status).toBe(200);
    expect((await other.arrayBuffer()).byteLength).toBe(archive.length);
    const behind = await get({ range: `bytes=${archive.length}-` });
    expect([behind.status, behind.headers.get('content-range')]).toEqual([
      416,
      `bytes */${archive.length}`,
    ]);
  });

  it('is refused to another session of the owner with a copied ticket', async () => {
    const { id } = await waitForExport(anna, 'ready');
    const otherSession = product.browser();
    await otherSession.signIn({ body: anna });
    for (const [name, value] of anna.browser.cookies) {
      if (name.startsWith('zavet_export')) otherSession.cookies.set(name, value);
    }
    const copied = await failureOf(otherSession.downloadExport({ params: { id } }));
    expect(copied.code).toBe('download_not_allowed');
    const own = await anna.browser.send(`/api/data/exports/${id}/content`);
    expect(own.status).toBe(200);
    await own.body?.cancel();
  });

  it('is refused to a session without a ticket and to other accounts', async () => {
    const { id } = await waitForExport(anna, 'ready');
    const thief = product.browser();
    for (const [name, value] of anna.browser.cookies) {
      if (!name.startsWith('zavet_export')) thief.cookies.set(name, value);
    }
    const stolen = await failureOf(thief.downloadExport({ params: { id } }));
    expect(stolen.code).toBe('download_not_allowed');
    const other = await signedInPerson(product);
    expect((await failureOf(other.browser.downloadExport({ params: { id } }))).code).toBe(
      'not_found',
    );
    expect((await failureOf(other.browser.allowDownload({ params: { id } }))).code).toBe(
      'not_found',
    );
  });

  it('is announced by a mail without its data', async () => {
    const mails = await product.mailbox.receive(anna.email);
    const mail = mails.find(({ subject }) => subject === 'Ваши данные готовы к скачиванию');
    expect(mail?.text).toContain('/settings?tab=privacy');
    expect(mail?.text).not.toMatch(/content|Дом & сад|own-data/);
  });
});

describe('an archive imported into an empty account', () => {
  it('restores the account with contacts that must be invited again', async () => {
    const boris = await signedInPerson(product);
    const invitedBefore = (await product.database.rows(sql`select 1 from contact_invitations`))
      .length;
    const result = await uploadArchive(boris, archive);
    expect(result.outcome).toEqual({
      ...{ contacts: 2, instructions: 2, files: 3, has_rules: true, left_out: [] },
    });
    const { contacts } = await boris.browser.listContacts();
    expect(contacts.map(({ status, invitation }) => [status, invitation])).toEqual([
      ['uninvited', null],
      ['uninvited', null],
    ]);
    const invited = (await product.database.rows(sql`select 1 from contact_invitations`)).length;
    expect(invited).toBe(invitedBefore);
    const { used_mb } = await boris.browser.getStorage();
    const inBin = (await anna.browser.listBin({ query: {} })).files_mb;
    expect(used_mb).toBeCloseTo((await anna.browser.getStorage()).used_mb - inBin, 6);

    const [first, again] = await Promise.all([unzip(archive), downloadExport(boris).then(unzip)]);
    expect(filesOf(again)).toEqual(filesOf(first));
    const names = (entries: typeof first) => dataOf(entries).contacts.map(({ name }) => name);
    expect(names(again)).toEqual(names(first));
  });

  it('leaves no objects behind', async () => {
    await expect
      .poll(async () => {
        const keys: string[] = [];
        for await (const { key } of product.store.list('imports/')) keys.push(key);
        return keys;
      })
      .toEqual([]);
  });
});

/** Paths and bytes of the files of each instruction. */
function filesOf(entries: ReadonlyMap<string, Buffer>) {
  return dataOf(entries).instructions.map(({ title, files }) => [
    title,
    files.map(({ path, mime_type }) => [path, mime_type, entries.get(path ?? '')]),
  ]);
}
