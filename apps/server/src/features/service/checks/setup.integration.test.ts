import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import manifest from '../../../../../../package.json' with { type: 'json' };
import { failureOf } from '../../../../test/failure-of.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { migrationsFolder } from '../../../../test/prepare-database.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact, attach, writeInstruction } from '../../../../test/vault-fixtures.ts';

const keys = mkdtempSync(join(tmpdir(), 'zavet-setup-'));
const keyFile = join(keys, 'master.key');
let product: TestProduct;
beforeAll(async () => {
  writeFileSync(keyFile, Buffer.alloc(32, 3).toString('base64'));
  product = await startTestProduct({ MASTER_KEY_FILE: keyFile });
});
afterAll(() => product.stop());

async function prototypeOfFileHandles(): Promise<FileHandle> {
  const handle = await open(keyFile, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle);
}

it('returns the version and the newest migration', async () => {
  const { version, commit, migration } = await product.browser().getVersion();
  expect(version).toBe(manifest.version);
  expect(commit).toBeNull();
  expect(existsSync(`${migrationsFolder}/${migration}.sql`)).toBe(true);
  const later = readdirSync(migrationsFolder).filter((file) => file > `${migration}.sql`);
  expect(later).toEqual(['meta']);
});

const check = () => product.browser().checkSetup();

describe('the setup check', () => {
  it('is ready, with a warning per missing configuration', async () => {
    const { warnings, ...facts } = await check();
    expect(facts).toEqual({
      status: 'ready',
      errors: [],
      mailbox_available: true,
      mock_payment_available: true,
    });
    expect(warnings).toEqual(
      expect.arrayContaining([
        'mail_not_configured',
        'payments_not_configured',
        'assistant_not_configured',
        'object_storage_not_configured',
        'operator_not_named',
      ]),
    );
  });

  it('reports a missing migration', async () => {
    const [last] = await product.database.rows<{ id: number; hash: string; created_at: string }>(
      sql`delete from drizzle.__drizzle_migrations
        where id = (select max(id) from drizzle.__drizzle_migrations)
        returning id, hash, created_at`,
    );
    expect(await check()).toMatchObject({
      status: 'setup_required',
      errors: ['migrations_missing'],
    });
    await product.database.rows(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${last?.hash}, ${last?.created_at})`);
    expect(await check()).toMatchObject({ status: 'ready' });
  });

  it('reports a full database, as saving a text does', async () => {
    const person = await signedInPerson(product);
    const contact = await addContact(person);
    await product.database.rows(sql`
      create function refuse_for_lack_of_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    await product.database.rows(sql`
      create trigger no_room before insert on instructions
        execute function refuse_for_lack_of_room()`);
    const write = () => writeInstruction(person, { trusted_contact_ids: [contact.id] });
    expect(await failureOf(write())).toMatchObject({ status: 507, code: 'storage_full' });
    expect(await check()).toMatchObject({ status: 'setup_required', errors: ['storage_full'] });

    await product.database.rows(sql`drop trigger no_room on instructions`);
    expect(await write()).toMatchObject({ version: 1 });
    product.clock.advance(11 * 60_000);
    expect(await check()).toMatchObject({ status: 'ready' });
  });

  it('reports a full disk, as attaching a file does', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    const handles = await prototypeOfFileHandles();
    const full = () =>
      Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC', errno: -28 }));
    const writev = vi.spyOn(handles, 'writev').mockImplementation(full);
    const writeFile = vi.spyOn(handles, 'writeFile').mockImplementation(full);
    try {
      const refused = failureOf(attach(person, id, 'note.txt', Buffer.from('text')));
      expect(await refused).toMatchObject({ status: 507, code: 'storage_full' });
      product.clock.advance(11 * 60_000);
      // The probe detects the full storage even without a recent upload.
      expect(await check()).toMatchObject({ status: 'setup_required', errors: ['storage_full'] });
    } finally {
      writev.mockRestore();
      writeFile.mockRestore();
    }
    expect(await check()).toMatchObject({ status: 'ready' });
    await attach(person, id, 'note.txt', Buffer.from('text'));
  });

  it('reports a missing master key', async () => {
    rmSync(keys, { recursive: true });
    expect(await check()).toMatchObject({
      status: 'setup_required',
      errors: ['master_key_missing'],
    });
  });

  it('reports an unreachable file storage', async () => {
    const product = await startTestProduct({
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    try {
      const { status, warnings } = await product.browser().checkSetup();
      expect(status).toBe('ready');
      expect(warnings).toContain('file_storage_unreachable');
      expect(warnings).not.toContain('object_storage_not_configured');
    } finally {
      await product.stop();
    }
  });
});
