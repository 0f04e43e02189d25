import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyContact } from '../../../../test/activations.ts';
import type { Browser } from '../../../../test/browser.ts';
import { unzip } from '../../../../test/data-export.ts';
import { newAddress, type Person, signedInPerson } from '../../../../test/people.ts';
import { deliveryEventsOf, deliveryTokenIn, family, payFor } from '../../../../test/protocol.ts';
import { pdfPages } from '../../../../test/rendered-text.ts';
import { samples } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { markFilesLost } from '../../vault/instructions/index.ts';
import { findLinkWithRecipient } from '../letters/envelope-repository.ts';
import { downloadArchive } from './download-archive.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

interface Recipient {
  owner: Person;
  browser: Browser;
  id: string;
  instructions: { first: string; second: string };
  files: { png: string; txt: string };
}

/** Two letters to one recipient, the first with two files, and one to another recipient. */
async function twoLetters(large = samples.txt): Promise<Recipient> {
  const { owner, contacts } = await family(product);
  const [contact] = contacts;
  if (!contact) throw new Error('no contact');
  const recipient = newAddress();
  const trusted_contact_ids = [contact.contactId];
  const write = (title: string, recipient_email: string) =>
    writeInstruction(owner, {
      title,
      trusted_contact_ids,
      recipient_email,
      recipient_name: 'Пётр',
    });
  const first = await write('Письмо: дача', recipient);
  const txt = await attach(owner, first.id, 'Опись.txt', large);
  const png = await attach(owner, first.id, 'Дом.png', samples.png);
  const second = await write('Второе', recipient);
  await write('Чужое', newAddress());
  await payFor(owner, contact);
  const { text } = await product.mailbox.latest(recipient);
  const browser = product.browser();
  const { delivery_id } = await browser.openDeliveryLink({
    body: { token: deliveryTokenIn(text) },
  });
  return {
    ...{ owner, browser, id: delivery_id },
    instructions: { first: first.id, second: second.id },
    files: { png: png.id, txt: txt.id },
  };
}

async function onlyLetter(
  changes: Parameters<typeof writeInstruction>[1],
  file?: Buffer,
): Promise<Pick<Recipient, 'browser' | 'id'>> {
  const { owner, contacts } = await family(product);
  const recipient = newAddress();
  const { id } = await writeInstruction(owner, { ...changes, recipient_email: recipient });
  if (file) await attach(owner, id, 'Опись.txt', file);
  await payFor(owner, onlyContact(contacts));
  const { text } = await product.mailbox.latest(recipient);
  const browser = product.browser();
  const opened = await browser.openDeliveryLink({ body: { token: deliveryTokenIn(text) } });
  return { browser, id: opened.delivery_id };
}

const requestArchive = (browser: Browser, id: string) =>
  browser.send(`/api/deliveries/${id}/archive`);

async function downloadEntries(browser: Browser, id: string): Promise<Map<string, Buffer>> {
  const response = await requestArchive(browser, id);
  expect(response.status).toBe(200);
  return unzip(Buffer.from(await response.arrayBuffer()));
}

async function objectKeyOf(fileId: string): Promise<string> {
  const [row] = await product.database.rows<{ object_key: string }>(
    sql`select object_key from instruction_files where id = ${fileId}`,
  );
  return row?.object_key ?? '';
}

describe('the letter archive', () => {
  it('contains all letters to the person of the link, with files and PDFs, and is recorded in the ledger', async () => {
    const { browser, id, owner } = await twoLetters();
    const { letters } = await browser.listDeliveredLetters({ params: { id } });
    const response = await requestArchive(browser, id);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; .*%D0%9F.*\.zip$/);
    expect(response.headers.get('cache-control')).toContain('no-store');
    const entries = await unzip(Buffer.from(await response.arrayBuffer()));
    for (const letter of letters) {
      const ledger = await deliveryEventsOf(product.database, letter.id);
      expect(ledger.filter((kind) => kind === 'opened')).toHaveLength(1);
      expect(ledger.filter((kind) => kind === 'downloaded')).toHaveLength(1);
    }
    for (const stranger of [product.browser(), (await signedInPerson(product)).browser]) {
      expect((await requestArchive(stranger, id)).status).toBe(401);
    }
    expect([...entries.keys()].toSorted()).toEqual([
      '01 Письмо_ дача/Письмо.html',
      '01 Письмо_ дача/Письмо.pdf',
      '01 Письмо_ дача/Файлы/Дом.png',
      '01 Письмо_ дача/Файлы/Опись.txt',
      '02 Второе/Письмо.html',
      '02 Второе/Письмо.pdf',
      'Все письма.html',
      'Прочтите сначала.txt',
      'Шрифты.css',
    ]);
    expect(entries.get('01 Письмо_ дача/Файлы/Дом.png')).toEqual(samples.png);
    expect(entries.get('01 Письмо_ дача/Файлы/Опись.txt')).toEqual(samples.txt);
    const index = String(entries.get('Все письма.html'));
    for (const part of ['Письмо: дача', 'Второе', 'Пётр', owner.email])
      expect(index).toContain(part);
    expect(index).not.toContain('Чужое');
    const content = 'Оригинал у нотариуса Орловой';
    expect(String(entries.get('02 Второе/Письмо.html'))).toContain(content);
    const pages = await pdfPages(entries.get('02 Второе/Письмо.pdf') ?? Buffer.alloc(0));
    expect(pages.join(' ')).toContain(content);
  });

  it('is a PDF for the only letter without files', async () => {
    const { browser, id } = await onlyLetter({ title: 'Одно' });
    const response = await requestArchive(browser, id);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('Одно.pdf')}`,
    );
    const pages = await pdfPages(Buffer.from(await response.arrayBuffer()));
    expect(pages.join(' ')).toContain('Оригинал у нотариуса Орловой');
    expect(await deliveryEventsOf(product.database, id)).toContain('downloaded');
  });

  it('is a ZIP for the only letter if the PDF fonts lack a character or it has a file', async () => {
    const withSign = await onlyLetter({ title: 'Одно', content: 'Обнимаю 👨‍👩‍👧' });
    const page = (await downloadEntries(withSign.browser, withSign.id)).get('01 Одно/Письмо.html');
    expect(String(page)).toContain('Обнимаю 👨‍👩‍👧');
    const withFile = await onlyLetter({ title: 'Одно' }, samples.txt);
    const entries = await downloadEntries(withFile.browser, withFile.id);
    expect(entries.get('01 Одно/Файлы/Опись.txt')).toEqual(samples.txt);
  });

  it('marks missing files and includes damaged ones up to the damage', async () => {
    const whole = Buffer.alloc(1_500_000, 'Дом и сад. ');
    const { browser, id, files } = await twoLetters(whole);
    const { store } = product;
    await store.remove([await objectKeyOf(files.png)]);
    const key = await objectKeyOf(files.txt);
    const bytes = await buffer(await store.get(key));
    bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
    await store.remove([key]);
    await store.put(key, Readable.from([bytes]), bytes.length);
    const entries = await downloadEntries(browser, id);
    expect(entries.has('01 Письмо_ дача/Файлы/Дом.png')).toBe(false);
    const cut = entries.get('01 Письмо_ дача/Файлы/Опись.txt');
    expect(cut?.length).toBeGreaterThan(500_000);
    expect(cut?.length).toBeLessThan(whole.length);
    expect(cut).toEqual(whole.subarray(0, cut?.length));
    for (const page of ['Все письма.html', '01 Письмо_ дача/Письмо.html']) {
      expect(String(entries.get(page))).toContain('файл не удалось прочитать');
      expect(String(entries.get(page))).toContain('сохранилось только начало');
    }
    expect(entries.has('02 Второе/Письмо.pdf')).toBe(true);
  });

  it('names files marked as lost, as the page of the letter does', async () => {
    const { browser, id, files } = await twoLetters();
    const key = await objectKeyOf(files.png);
    const giveUp = (one: string) =>
      product.database.transaction(() => markFilesLost(product.ctx, [one]));
    expect(await giveUp(key)).toBe(1);
    const opened = await browser.getDelivery({ params: { id } });
    const shown = opened.files.map(({ id: file, file_name }) => [file_name, file]);
    expect(shown).toEqual([
      ['Опись.txt', files.txt],
      ['Дом.png', null],
    ]);
    const entries = await downloadEntries(browser, id);
    for (const page of ['Все письма.html', '01 Письмо_ дача/Письмо.html']) {
      expect(String(entries.get(page))).toMatch(/Дом\.png.*файл не удалось прочитать/);
    }

    const only = await onlyLetter({ title: 'Одно' }, samples.txt);
    const [lost] = (await only.browser.getDelivery({ params: { id: only.id } })).files;
    await giveUp(await objectKeyOf(lost?.id ?? ''));
    const pages = await downloadEntries(only.browser, only.id);
    expect(String(pages.get('01 Одно/Письмо.html'))).toContain('Опись.txt');
  });

  it('contains the other letters if one is damaged', async () => {
    const { browser, id, instructions } = await twoLetters();
    await product.database.rows(
      sql`update instructions set content = 'x' || content where id = ${instructions.first}`,
    );
    const entries = await downloadEntries(browser, id);
    expect(String(entries.get('01 Письмо_ дача/Письмо.html'))).toContain('Это письмо повреждено');
    expect(entries.has('01 Письмо_ дача/Письмо.pdf')).toBe(false);
    expect(entries.get('01 Письмо_ дача/Файлы/Дом.png')).toEqual(samples.png);
    expect(entries.has('02 Второе/Письмо.pdf')).toBe(true);
  });

  it('fails once the owner arms the protocol again, during a download and after', async () => {
    // The file is larger than the buffers of the stream.
    const { browser, id, owner } = await twoLetters(
      Buffer.from(randomBytes(1_200_000).toString('base64')),
    );
    const link = await findLinkWithRecipient(product.database, { delivery_id: id });
    if (!link) throw new Error('no link');
    const { bytes } = await downloadArchive(product.ctx, { letter: link, link });
    const parts = bytes.iterator();
    expect((await parts.next()).done).toBe(false);
    await owner.browser.rearmProtocol();
    const rest = async () => {
      while (!(await parts.next()).done);
    };
    await expect(rest()).rejects.toMatchObject({ code: 'letter_recalled' });
    expect((await requestArchive(browser, id)).status).toBe(410);
  });
});

describe('the page of a letter', () => {
  it('names the starter, marks the starter’s own letter, and lists file sizes', async () => {
    const { owner, contacts } = await family(product, 2);
    const [starter, other] = contacts;
    if (!starter || !other) throw new Error('no contacts');
    const { id } = await writeInstruction(owner, {
      trusted_contact_ids: [starter.contactId, other.contactId],
    });
    await attach(owner, id, 'Дом.png', samples.png);
    await payFor(owner, starter);
    const seen = await Promise.all(
      [starter, other].map(async ({ browser, contactId }) => {
        const { instructions } = await browser.listReceivedInstructions({
          params: { id: contactId },
        });
        const params = { id: instructions[0]?.delivery_id ?? '' };
        await browser.openReceivedInstruction({ params });
        const { letters } = await browser.listDeliveredLetters({ params });
        return { view: await browser.getDelivery({ params }), letters };
      }),
    );
    expect(seen.map(({ view }) => view.is_starter)).toEqual([true, false]);
    const [contact] = await product.database.rows<{ name: string }>(
      sql`select name from trusted_contacts where id = ${starter.contactId}`,
    );
    expect(seen.map(({ view }) => view.started_by)).toEqual([contact?.name, contact?.name]);
    for (const { letters } of seen) {
      expect(letters.map(({ file_bytes }) => file_bytes)).toEqual([0, samples.png.length]);
    }
  });
});
