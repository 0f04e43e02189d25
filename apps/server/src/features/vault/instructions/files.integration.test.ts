import { readdirSync, readFileSync } from 'node:fs';
import { limits } from '@zavet/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { docx, pngOf, samples, textOf } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { objectsOf } from '../../../../test/upload-fixture.ts';
import { attach, attachLarge, writeInstruction } from '../../../../test/vault-fixtures.ts';

const mb = 1024 * 1024;

let product: TestProduct;
let person: Person;
let instructionId: string;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const newInstruction = async () => {
  person = await signedInPerson(product);
  instructionId = (await writeInstruction(person)).id;
};
const filesOf = async () =>
  (await person.browser.getInstruction({ params: { id: instructionId } })).files;
const download = async (id: string) =>
  Buffer.from(await (await person.browser.downloadFile({ params: { id } })).arrayBuffer());
const ownObjects = () => objectsOf(product, person.userId);
const usedBytes = async () => (await person.browser.getStorage()).used_mb * mb;

describe('a file', () => {
  it('is returned byte for byte under its own name and counts towards the quota', async () => {
    await newInstruction();
    const content = textOf(3 * mb + 17, 'большой');
    const file = await attach(person, instructionId, 'Завещание 🏡.txt', content);
    expect(file).toMatchObject({
      instruction_id: instructionId,
      file_name: 'Завещание 🏡.txt',
      size_bytes: content.length,
      file_size_mb: content.length / mb,
      mime_type: 'text/plain',
    });
    expect(await filesOf()).toEqual([file]);
    expect((await download(file.id)).equals(content)).toBe(true);
    expect(await usedBytes()).toBe(content.length);
  });

  it('is sent as a download that a browser neither runs nor displays', async () => {
    await newInstruction();
    const { id } = await attach(person, instructionId, 'схема "дома".pdf', samples.pdf);
    const response = await person.browser.send(`/api/files/${id}/content`);
    const header = (name: string) => response.headers.get(name);
    expect(header('content-type')).toBe('application/pdf');
    expect(header('content-length')).toBe(String(samples.pdf.length));
    expect(header('content-disposition')).toBe(
      `attachment; filename="_____ ______.pdf"; filename*=UTF-8''${encodeURIComponent('схема "дома".pdf')}`,
    );
    expect(header('content-security-policy')).toContain("default-src 'none'");
    expect(header('content-security-policy')).toContain('sandbox');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('cache-control')).toContain('no-store');
  });

  it('is sealed in the store under a generated key', async () => {
    await newInstruction();
    const { id } = await attach(person, instructionId, 'секрет.txt', textOf(1000, 'КАНАРЕЙКА'));
    const [path = ''] = ownObjects();
    expect(path.endsWith(`files/${person.userId}/${id}.object`)).toBe(true);
    expect(readFileSync(path).includes('КАНАРЕЙКА')).toBe(false);
  });

  it.each([
    ['письмо.exe', samples.txt, 415, 'file_type_unsupported'],
    ['письмо.pdf', textOf(2 * mb), 415, 'file_content_mismatch'],
    ['пусто.txt', Buffer.alloc(0), 422, 'file_empty'],
    ['велико.txt', textOf(10 * mb + 1), 413, 'file_too_large'],
  ])('%s is refused with its reason and leaves no trace', async (name, content, status, code) => {
    await newInstruction();
    expect(await failureOf(attach(person, instructionId, name, content))).toMatchObject({
      status,
      code,
    });
    expect(await filesOf()).toEqual([]);
    expect(await usedBytes()).toBe(0);
    await vi.waitFor(() => expect(ownObjects()).toEqual([]), { timeout: 10_000 });
  });

  it('of ten megabytes exactly is accepted', async () => {
    await newInstruction();
    const { id } = await attach(person, instructionId, 'ровно.txt', textOf(10 * mb));
    expect((await download(id)).length).toBe(10 * mb);
  });

  it('gets the true ending when it is a picture of another type', async () => {
    await newInstruction();
    const { id } = await attach(person, instructionId, 'отпуск.2024.png', samples.jpg);
    const kept = { id, file_name: 'отпуск.2024.jpg', mime_type: 'image/jpeg' };
    expect(await filesOf()).toMatchObject([kept]);
    // The response was lost: the same file is sent again under its wrong name.
    expect(
      await failureOf(attach(person, instructionId, 'отпуск.2024.png', samples.jpg)),
    ).toMatchObject({ code: 'file_already_attached' });
    expect(await person.browser.getInstruction({ params: { id: instructionId } })).toMatchObject({
      files: [kept],
      expected_files: [],
    });
  });

  it('with name and size of another one of the instruction is refused, also in parallel', async () => {
    await newInstruction();
    await attach(person, instructionId, 'a.png', samples.png);
    expect(await failureOf(attach(person, instructionId, 'a.png', samples.png))).toMatchObject({
      status: 409,
      code: 'file_already_attached',
    });
    await attach(person, instructionId, 'a.png', pngOf(9000));
    const attempts = await Promise.allSettled(
      Array.from({ length: 4 }, () => attach(person, instructionId, 'b.txt', textOf(mb))),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await filesOf()).toHaveLength(3);
    expect(await usedBytes()).toBe(samples.png.length + pngOf(9000).length + mb);
  });

  it('above the quota is refused with the figures', async () => {
    await newInstruction();
    await attachLarge(product, person, instructionId, ['1.txt', '2.txt', '3.txt']);
    expect(await failureOf(attach(person, instructionId, '4.txt', textOf(4 * mb)))).toMatchObject({
      status: 409,
      code: 'storage_limit_exceeded',
      facts: { attempted_mb: 4, available_mb: 3, limit_mb: 30 },
    });
    const check = (p_new_size_mb: number, p_user_id = person.userId) =>
      person.browser.checkStorageLimit({ body: { p_user_id, p_new_size_mb } });
    expect(await check(3)).toBe(true);
    expect(await check(3.001)).toBe(false);
    expect(await failureOf(check(1, 'another-user'))).toMatchObject({ code: 'not_found' });
    expect(await person.browser.getStorage()).toEqual({
      plan: 'free',
      used_mb: 27,
      limit_mb: 30,
      remaining_mb: 3,
      percent_used: (27 / 30) * 100,
    });
    await attach(person, instructionId, '5.txt', textOf(3 * mb));
  });

  it('is deleted with its object and usage', async () => {
    await newInstruction();
    const { id } = await attach(person, instructionId, 'a.docx', await docx());
    await person.browser.deleteFile({ params: { id } });
    expect(await filesOf()).toEqual([]);
    expect(await usedBytes()).toBe(0);
    await vi.waitFor(() => expect(ownObjects()).toEqual([]), { timeout: 10_000 });
    expect(await failureOf(person.browser.downloadFile({ params: { id } }))).toMatchObject({
      code: 'not_found',
    });
  });

  it('counts in the bin, and is deleted from there with its instruction', async () => {
    await newInstruction();
    const { id } = await attach(person, instructionId, 'a.txt', samples.txt);
    await person.browser.deleteInstruction({ params: { id: instructionId } });
    expect(await usedBytes()).toBe(samples.txt.length);
    expect(await failureOf(person.browser.downloadFile({ params: { id } }))).toMatchObject({
      code: 'not_found',
    });
    await person.browser.deletePermanently({ body: { ids: [instructionId] } });
    expect(await usedBytes()).toBe(0);
    await vi.waitFor(() => expect(ownObjects()).toEqual([]), { timeout: 10_000 });
  });

  it('of a sent instruction can be read, but neither added nor deleted', async () => {
    await newInstruction();
    const { id } = await attach(person, instructionId, 'a.txt', samples.txt);
    await product.database.rows(
      sql`update instructions set status = 'sent' where id = ${instructionId}`,
    );
    const closed = { status: 409, code: 'instruction_closed' };
    expect(await failureOf(attach(person, instructionId, 'b.txt', samples.txt))).toMatchObject(
      closed,
    );
    expect(await failureOf(person.browser.deleteFile({ params: { id } }))).toMatchObject(closed);
    expect(await download(id)).toEqual(samples.txt);
  });

  it('is refused without a length or with another content type', async () => {
    await newInstruction();
    const send = (headers: Record<string, string>, body: string | ReadableStream) =>
      person.browser.send(`/api/instructions/${instructionId}/files`, {
        method: 'POST',
        headers: { 'x-file-name': 'a.txt', ...headers },
        body,
        duplex: 'half',
      } as RequestInit);
    const chunked = await send(
      { 'content-type': 'application/octet-stream' },
      new Blob(['abc']).stream(),
    );
    expect(chunked.status).toBe(411);
    expect((await send({ 'content-type': 'application/json' }, '{}')).status).toBe(415);
    expect(
      (await send({ 'content-type': 'application/octet-stream', 'x-file-name': '%' }, 'x')).status,
    ).toBe(422);
    expect(await filesOf()).toEqual([]);
  });
});

describe('all files of an instruction', () => {
  it('are returned as one ZIP under their own names', async () => {
    await newInstruction();
    await attach(person, instructionId, 'Письмо.txt', textOf(200_000, 'письмо'));
    await attach(person, instructionId, '🏡.png', samples.png);
    await attach(person, instructionId, '🏡.png', pngOf(50));
    const zip = Buffer.from(
      await (await person.browser.downloadFiles({ params: { id: instructionId } })).arrayBuffer(),
    );
    const directory = zip.subarray(zip.indexOf(Buffer.from('504b0102', 'hex')));
    for (const name of ['Письмо.txt', '🏡.png', '🏡 (2).png']) {
      expect(directory.includes(name)).toBe(true);
    }
    expect(zip.includes(textOf(200_000, 'письмо'))).toBe(true);
    expect(zip.includes(pngOf(50))).toBe(true);
  });

  it('are not found when there are none', async () => {
    await newInstruction();
    const empty = person.browser.downloadFiles({ params: { id: instructionId } });
    expect(await failureOf(empty)).toMatchObject({ code: 'not_found' });
  });
});

describe('a HEAD request', () => {
  it('does not open the file', async () => {
    await newInstruction();
    const { id } = await attach(person, instructionId, 'a.txt', textOf(5000));
    const open = () => readdirSync('/proc/self/fd').length;
    const before = open();
    for (let count = 0; count < 30; count++) {
      const response = await person.browser.send(`/api/files/${id}/content`, { method: 'HEAD' });
      expect(response.headers.get('content-length')).toBe('5000');
    }
    await vi.waitFor(() => expect(open() - before).toBeLessThan(15), { timeout: 10_000 });
  });
});

describe('the number of files', () => {
  it('is limited', async () => {
    await newInstruction();
    await product.database.rows(sql`
      insert into instruction_files (id, user_id, instruction_id, object_key, file_name, name_digest,
        size_bytes, mime_type, state, created_at)
      select gen_random_uuid(), ${person.userId}, ${instructionId}, ${person.userId} || '/' || n, '', n::text,
        1, 'text/plain', 'stored', now()
      from generate_series(1, ${limits.files}) n`);
    expect(await failureOf(attach(person, instructionId, 'b.txt', samples.txt))).toMatchObject({
      status: 409,
      code: 'file_limit_reached',
      facts: { limit: limits.files },
    });
  });
});
