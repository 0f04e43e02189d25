import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type ArchiveData, archiveBounds } from '@zavet/contract/vault/archive-schema';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { contactBody } from '../../../../test/contacts.ts';
import { dataOf, downloadExport, unzip, uploadArchive } from '../../../../test/data-export.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { samples, textOf, zipWith } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { newId } from '../../../platform/ids.ts';
import { importArchive } from './import-archive.ts';

const mb = 1024 * 1024;
let product: TestProduct;
let archive: Buffer;
let entries: Map<string, Buffer>;
let boris: Person;

beforeAll(async () => {
  product = await startTestProduct();
  const anna = await signedInPerson(product);
  const written = await writeInstruction(anna);
  await attach(anna, written.id, 'письмо.txt', textOf(5000, 'письмо'));
  await attach(anna, written.id, 'снимок.png', samples.png);
  archive = await downloadExport(anna);
  entries = await unzip(archive);
  boris = await signedInPerson(product);
});
afterAll(() => product.stop());

function alterData(change: (data: ArchiveData) => unknown, more: Record<string, Buffer> = {}) {
  const data = structuredClone(dataOf(entries));
  const made = change(data) ?? data;
  return zipWith({ ...Object.fromEntries(entries), 'data.json': JSON.stringify(made), ...more });
}

/** Offset of the uncompressed bytes of a file in the ZIP. */
const offsetOf = (bytes: Buffer) => archive.indexOf(bytes.subarray(0, 200));

async function isUntouched(person: Person): Promise<boolean> {
  const { contacts } = await person.browser.listContacts();
  const { instructions } = await person.browser.listInstructions();
  const { used_mb } = await person.browser.getStorage();
  return contacts.length + instructions.length + used_mb === 0;
}

describe('an invalid archive', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, object]>([
    ['not a ZIP', () => Buffer.from('Это письмо, а не архив.'), { code: 'archive_not_zip' }],
    ['truncated', () => archive.subarray(0, -40), { code: 'archive_not_zip' }],
    ['another ZIP', () => zipWith({ 'photo.txt': 'hello' }), { code: 'archive_foreign' }],
    ['encrypted', () => withEncryptionFlag(), { code: 'archive_encrypted' }],
    ['a changed byte of a file', () => withChangedByte(), { code: 'archive_damaged' }],
    [
      'a file of another size',
      () =>
        alterData((data) => {
          const [file] = data.instructions[0]?.files ?? [];
          if (file) file.size_bytes += 1;
        }),
      { code: 'archive_damaged' },
    ],
    [
      'a missing file',
      () =>
        alterData((data) => {
          const [file] = data.instructions[0]?.files ?? [];
          if (file) file.path = '../../etc/passwd';
        }),
      { code: 'archive_damaged' },
    ],
    ['the same name twice', () => withDuplicateName(), { code: 'archive_damaged' }],
    [
      'a decompression bomb',
      () => claimSize(Buffer.alloc(5000), 2 * mb),
      { code: 'archive_damaged' },
    ],
    [
      'too much data',
      () => claimSize(randomBytes(mb / 4), archiveBounds.bytes + 1),
      { code: 'archive_too_complex' },
    ],
    ['an overlong name', () => zipWith({ ['a'.repeat(5000)]: '' }), { code: 'archive_damaged' }],
    [
      'too little space',
      () =>
        alterData((data) => {
          const files = data.instructions[0]?.files ?? [];
          const file = files[0];
          for (let at = 0; at < 4 && file; at += 1) {
            files.push({ ...file, file_name: `${at}.txt`, size_bytes: 9_000_000 });
          }
        }),
      {
        code: 'archive_storage_exceeded',
        facts: { needed_mb: 34.4, available_mb: 30, limit_mb: 30 },
      },
    ],
  ])('is refused without any change: %s', async (_, make, failure) => {
    const result = await uploadArchive(boris, await make());
    expect(result).toMatchObject({ state: 'failed', failure, outcome: null });
    expect(await isUntouched(boris)).toBe(true);
    const kept = await product.database.rows(
      sql`select 1 from data_imports where object_key is not null`,
    );
    expect(kept).toEqual([]);
  });

  it('is removed from the store', async () => {
    await expect
      .poll(async () => {
        const keys: string[] = [];
        for await (const { key } of product.store.list('')) keys.push(key);
        return keys.filter((key) => key.includes(boris.userId));
      })
      .toEqual([]);
    const used = await boris.browser.getStorage();
    expect(used.used_mb).toBe(0);
  });

  it('is refused before its upload if the account is not empty or the size is too large', async () => {
    const carl = await signedInPerson(product);
    const startImport = (size_bytes: number) => carl.browser.startImport({ body: { size_bytes } });
    const large = await failureOf(startImport(500 * mb));
    expect(large).toMatchObject({
      code: 'archive_too_large',
      facts: { size_mb: 500, limit_mb: 330 },
    });
    const { id } = await startImport(archive.length);
    await carl.browser.createContact({ body: contactBody() });
    expect((await failureOf(startImport(10))).code).toBe('account_not_empty');
    await carl.browser.uploadArchive({ params: { id }, body: new Blob([new Uint8Array(archive)]) });
    await expect
      .poll(async () => (await carl.browser.getDataExports()).import?.failure?.code)
      .toBe('account_not_empty');
    const other = await failureOf(boris.browser.dismissImport({ params: { id } }));
    expect(other.code).toBe('not_found');
    await carl.browser.dismissImport({ params: { id } });
    expect((await carl.browser.getDataExports()).import).toBeNull();
  });
});

describe('an archive that crashed its process', () => {
  const interrupted = async (tries: number) => {
    const person = await signedInPerson(product);
    const { id } = await person.browser.startImport({ body: { size_bytes: 100 } });
    await product.database.rows(sql`
      update data_imports set state = 'reading', tries = ${tries},
        object_key = ${`imports/${id}`}, attempt_id = ${newId()} where id = ${id}`);
    const read = () => importArchive(product.ctx, id, new AbortController().signal);
    return { read, view: async () => (await person.browser.getDataExports()).import };
  };

  it('is read again, after the attempt was counted', async () => {
    const { read, view } = await interrupted(1);
    await expect(read()).rejects.toThrow();
    expect(await view()).toMatchObject({ state: 'waiting', failure: null });
    const [row] = await product.database.rows(
      sql`select tries from data_imports where state = 'waiting'`,
    );
    expect(row).toEqual({ tries: 2 });
  });

  it('fails after two crashes without being read, with a reason for the owner', async () => {
    const { read, view } = await interrupted(2);
    await read();
    expect(await view()).toMatchObject({
      state: 'failed',
      failure: { code: 'archive_given_up', facts: {} },
      outcome: null,
    });
  });
});

describe('an archive with unsupported parts', () => {
  it('is imported without them, and they are listed with reasons', async () => {
    const dora = await signedInPerson(product);
    const odd = await alterData((data) => {
      const [contact] = data.contacts;
      const [instruction] = data.instructions;
      if (!contact || !instruction) return;
      data.contacts.push({ ...contact, id: 'own', name: 'Я сама', email: dora.email });
      data.contacts.push({ ...contact, id: 'bad', name: 'Без адреса', email: 'нет' });
      const [text] = instruction.files;
      if (!text) return;
      instruction.files.push({ ...text, file_name: 'нет.txt', path: null });
      instruction.files.push({ ...text, file_name: 'ложь.pdf' });
      instruction.files.push({ ...text, file_name: 'программа.exe' });
      data.instructions.push({ ...instruction, title: '', content: 'Без названия', files: [] });
    }, {});
    const { outcome } = await uploadArchive(dora, odd);
    expect(outcome).toMatchObject({ contacts: 1, instructions: 1, files: 2 });
    expect(outcome?.left_out).toEqual([
      { kind: 'contact', name: 'Без адреса', reason: 'invalid' },
      { kind: 'file', name: 'нет.txt', reason: 'missing' },
      { kind: 'file', name: 'программа.exe', reason: 'invalid' },
      { kind: 'instruction', name: '', reason: 'invalid' },
      { kind: 'file', name: 'ложь.pdf', reason: 'content_mismatch' },
      { kind: 'contact', name: 'Я сама', reason: 'own_address' },
    ]);
  });

  it('may be packed again by another program, in a folder', async () => {
    const emil = await signedInPerson(product);
    const again = Object.fromEntries([...entries].map(([name, bytes]) => [`мой/${name}`, bytes]));
    const { outcome } = await uploadArchive(emil, await zipWith(again));
    expect(outcome).toMatchObject({ contacts: 1, instructions: 1, files: 2, left_out: [] });
  });
});

/** An archive whose directory claims this unpacked size of its data. */
async function claimSize(data: Buffer, bytes: number): Promise<Buffer> {
  const zip = await zipWith({ 'data.json': data });
  zip.writeUInt32LE(bytes, zip.lastIndexOf(Buffer.from('504b0102', 'hex')) + 24);
  return zip;
}

function withChangedByte(): Buffer {
  const broken = Buffer.from(archive);
  const at = offsetOf(textOf(5000, 'письмо')) + 100;
  broken[at] = (broken[at] ?? 0) ^ 1;
  return broken;
}

/** Sets the encryption flag in every header. */
async function withEncryptionFlag(): Promise<Buffer> {
  const zip = await zipWith({ 'data.json': '{}' });
  for (const mark of ['504b0304', '504b0102']) {
    const at = zip.indexOf(Buffer.from(mark, 'hex')) + (mark === '504b0304' ? 6 : 8);
    zip.writeUInt16LE(zip.readUInt16LE(at) | 1, at);
  }
  return zip;
}

function withDuplicateName(): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of entries) zip.addBuffer(bytes, name);
  zip.addBuffer(Buffer.from('{}'), 'data.json');
  zip.end();
  return buffer(zip.outputStream);
}
