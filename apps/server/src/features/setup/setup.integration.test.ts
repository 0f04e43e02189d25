import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';

const keys = mkdtempSync(join(tmpdir(), 'zavet-setup-'));
const keyFile = join(keys, 'master.key');
let product: TestProduct;
beforeAll(async () => {
  writeFileSync(keyFile, Buffer.alloc(32, 3).toString('base64'));
  product = await startTestProduct({ MASTER_KEY_FILE: keyFile });
});
afterAll(() => product.stop());

const check = () => product.browser().checkSetup();

describe('the setup check', () => {
  it('is ready, with a warning for everything that is not configured', async () => {
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

  it('names a migration that this build knows and the database has not seen', async () => {
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

  it('names a master key that has disappeared', async () => {
    rmSync(keys, { recursive: true });
    expect(await check()).toMatchObject({
      status: 'setup_required',
      errors: ['master_key_missing'],
    });
  });

  it('warns when the configured file storage does not answer', async () => {
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
