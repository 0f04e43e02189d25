import { renameSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { generatedKeyPath } from '../../../platform/encryption/key-file.ts';

let product: TestProduct;
let keyFile: string;
beforeAll(async () => {
  product = await startTestProduct();
  keyFile = generatedKeyPath(product.dataDir);
});
afterAll(() => product.stop());

async function ask(path: string, { url } = product) {
  const answer = await fetch(`${url}${path}`);
  return { status: answer.status, body: await answer.json() };
}

const notReady = (...reasons: string[]) => ({
  status: 503,
  body: { error: { code: 'not_ready', facts: { reasons } } },
});

describe('a running process', () => {
  it('is live and ready', async () => {
    expect(await ask('/api/live')).toEqual({ status: 200, body: { status: 'live' } });
    expect(await ask('/api/ready')).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('has no rate limit for probes', async () => {
    for (let round = 0; round < 13; round += 1) {
      const asked = Array.from({ length: 50 }, () => ask('/api/live'));
      for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    }
    expect((await ask('/api/ready')).status).toBe(200);
  });

  it('is not ready while a migration is missing', async () => {
    const [last] = await product.database.rows<{ hash: string; created_at: string }>(sql`
      delete from drizzle.__drizzle_migrations
      where id = (select max(id) from drizzle.__drizzle_migrations) returning hash, created_at`);
    await expect.poll(() => ask('/api/ready')).toMatchObject(notReady('migrations'));
    await product.database.rows(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${last?.hash}, ${last?.created_at})`);
    await expect.poll(() => ask('/api/ready')).toMatchObject({ status: 200 });
  });

  it('is not ready, but live, while the file of the master key is missing', async () => {
    renameSync(keyFile, `${keyFile}.aside`);
    expect(await ask('/api/ready')).toMatchObject(notReady('key'));
    expect(await ask('/api/live')).toMatchObject({ status: 200 });
    renameSync(`${keyFile}.aside`, keyFile);
    expect(await ask('/api/ready')).toMatchObject({ status: 200 });
  });

  it('is not ready while the file storage is unreachable', async () => {
    const other = await startTestProduct({
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    try {
      expect(await ask('/api/ready', other)).toMatchObject(notReady('object_store'));
      expect(await ask('/api/live', other)).toMatchObject({ status: 200 });
    } finally {
      await other.stop();
    }
  });

  it('is not ready after its job queue stopped', async () => {
    const other = await startTestProduct();
    try {
      expect(await ask('/api/ready', other)).toMatchObject({ status: 200 });
      await other.jobs.stop();
      expect(await ask('/api/ready', other)).toMatchObject(notReady('queue'));
    } finally {
      await other.stop();
    }
  });

  it('exposes no host, address or version', async () => {
    const answer = await fetch(`${product.url}/api/ready`);
    const { dataDir } = product;
    const output = `${await answer.text()}${JSON.stringify([...answer.headers])}`;
    for (const word of [process.version, dataDir, '127.0.0.1', 'PostgreSQL']) {
      expect(output).not.toContain(word);
    }
  });
});
