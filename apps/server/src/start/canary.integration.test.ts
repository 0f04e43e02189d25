import { randomBytes } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contactBody } from '../../test/contacts.ts';
import { signedInPerson } from '../../test/people.ts';
import { isPostgres } from '../../test/test-database.ts';
import { startTestProduct, type TestProduct } from '../../test/test-product.ts';
import { attach, instructionBody } from '../../test/vault-things.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

/** Searched for as it is, in UTF-16, percent-encoded and in both base64 alphabets at every shift. */
function formsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const encoded = [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    // Without the ends, which depend on what stands beside the text.
    return (['base64', 'base64url'] as const).map((form) =>
      Buffer.from(shifted.toString(form).slice(4, -6)),
    );
  });
  return [bytes, Buffer.from(text, 'utf16le'), Buffer.from(encodeURIComponent(text)), ...encoded];
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry: Dirent) => entry.isFile())
    .map((entry: Dirent) => join(entry.parentPath, entry.name));
}

/** Database files with their log of changes, objects, captured mails, keys: all that is on disk. */
function disk(): string[] {
  const files = filesUnder(product.dataDir);
  return isPostgres ? [...files, ...filesUnder(inject('postgresFolder'))] : files;
}

/** A running database server replaces some of its files while we look. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

const placesHolding = (text: string): string[] => {
  const forms = formsOf(text);
  const holds = (bytes: Buffer) => forms.some((form) => bytes.includes(form));
  const found = disk().filter((path) => holds(contentOf(path)));
  return holds(Buffer.from(product.logged())) ? [...found, 'the log'] : found;
};

describe('content', () => {
  it('is found nowhere in clear: database, its log, objects, logs, jobs, mail', async () => {
    const person = await signedInPerson(product);
    const canary = (name: string) => `канарейка-${name}-Qx7ZpWv3`;
    const { contact } = await person.browser.createContact({
      body: {
        ...contactBody(),
        name: canary('имя'),
        relationship: canary('родство'),
        notes: canary('заметки'),
        address: canary('адрес'),
      },
    });
    const { id } = await person.browser.createInstruction({
      body: {
        ...instructionBody([contact.id]),
        title: canary('название'),
        // Random letters: what the database could compress would be hidden from the search.
        content: `${canary('текст')} ${randomBytes(3000).toString('hex')}`,
        recipient_name: canary('получатель'),
        recipient_email: 'canary-recipient@example.org',
      },
    });
    const file = await attach(
      person,
      id,
      `${canary('файл')}.txt`,
      Buffer.from(canary('байты').repeat(1000)),
    );
    // Everything is also read, changed, searched and deleted: none of it may leave a trace.
    const { draft_id: _, ...body } = instructionBody([contact.id]);
    await person.browser.searchInstructions({ body: { query: canary('поиск') } });
    await person.browser.updateInstruction({
      params: { id },
      body: { ...body, title: canary('правка'), version: 1 },
    });
    await person.browser.downloadFile({ params: { id: file.id } });
    await person.browser.send(
      `/api/instructions?q=${encodeURIComponent(canary('адресная-строка'))}`,
    );
    await person.browser.deleteFile({ params: { id: file.id } });
    await product.database.rows(sql`checkpoint`);

    // The search itself works: a contact's name stays readable for mailing, and what is planted
    // in the place of sealed texts, plain or encoded, is found.
    expect(placesHolding(canary('имя')).length).toBeGreaterThan(0);
    await product.database.rows(sql`
      update instructions set
        content = ${`${canary('посадка')} ${randomBytes(3000).toString('hex')}`},
        preview = ${Buffer.from(`x${canary('код')}`).toString('base64url')}
      where id = ${id}`);
    await product.database.rows(sql`checkpoint`);
    expect(placesHolding(canary('посадка')).length).toBeGreaterThan(0);
    expect(placesHolding(canary('код')).length).toBeGreaterThan(0);
    for (const name of [
      'родство',
      'заметки',
      'адрес',
      'название',
      'текст',
      'получатель',
      'файл',
      'байты',
      'поиск',
      'правка',
      'адресная-строка',
    ]) {
      expect({ name, places: placesHolding(canary(name)) }).toEqual({ name, places: [] });
    }
    expect(placesHolding('canary-recipient@example.org')).toEqual([]);
  });
});
