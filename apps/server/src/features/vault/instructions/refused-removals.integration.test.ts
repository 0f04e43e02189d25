import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keysOf } from '../../../../test/object-stores.ts';
import { startS3Server, type TestS3Server } from '../../../../test/s3-server.ts';
import { textOf } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { newInstruction } from '../../../../test/upload-fixture.ts';
import { createS3Store } from '../../../platform/file-storage/s3-store.ts';
import { removeObjects } from './clean-up-files.ts';

let s3: TestS3Server;
let product: TestProduct;

beforeAll(async () => {
  s3 = await startS3Server();
  product = await startTestProduct(
    {
      S3_ENDPOINT: s3.settings.endpoint,
      S3_BUCKET: s3.settings.bucket,
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    },
    { runsJobs: false },
  );
});
afterAll(async () => {
  await product.stop();
  await s3.close();
});

const pendingRemovals = () =>
  product.database.rows<{ object_key: string }>(sql`select object_key from object_removals`);
const makeDue = () => product.database.rows(sql`update object_removals set due_at = now()`);
const refuseRemovals = (code: string) => {
  s3.intercept = (request, response) => {
    if (request.method !== 'POST') return false;
    const bodies: Buffer[] = [];
    request.on('data', (chunk: Buffer) => bodies.push(chunk));
    request.once('end', () => {
      const keys = [
        ...Buffer.concat(bodies)
          .toString()
          .matchAll(/<Key>([^<]+)<\/Key>/g),
      ];
      const errors = keys.map(
        ([, key]) => `<Error><Key>${key}</Key><Code>${code}</Code><Message>no</Message></Error>`,
      );
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0"?><DeleteResult>${errors.join('')}</DeleteResult>`);
    });
    return true;
  };
};

it('retries the removal of an object until the service has removed it', async () => {
  const instruction = await newInstruction(product);
  const files = [
    await instruction.attach('a.txt', textOf(1000, 'a')),
    await instruction.attach('b.txt', textOf(1000, 'b')),
  ];
  for (const { id } of files) await instruction.owner.browser.deleteFile({ params: { id } });
  expect(await pendingRemovals()).toHaveLength(2);

  refuseRemovals('AccessDenied');
  await expect(removeObjects(product)).rejects.toThrow('cannot be used');
  expect(await pendingRemovals()).toHaveLength(2);

  await makeDue();
  s3.intercept = (request) => {
    request.resume();
    return request.method === 'POST';
  };
  // The request is never answered, so a short timeout suffices.
  const shortTimeouts = createS3Store(s3.settings, { connectMs: 600_000, idleMs: 300 });
  await expect(removeObjects({ ...product, store: shortTimeouts })).rejects.toThrow(
    'cannot be used',
  );
  shortTimeouts.close();
  expect(await pendingRemovals()).toHaveLength(2);

  await makeDue();
  s3.intercept = () => false;
  await removeObjects(product);
  expect(await pendingRemovals()).toEqual([]);
  expect(await keysOf(product.store, instruction.owner.userId)).toEqual([]);
});

it('counts a missing object as removed', async () => {
  const instruction = await newInstruction(product);
  const { id } = await instruction.attach('a.txt', textOf(1000, 'a'));
  await instruction.owner.browser.deleteFile({ params: { id } });
  refuseRemovals('NoSuchKey');
  await removeObjects(product);
  expect(await pendingRemovals()).toEqual([]);
});
