import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type ObjectStore, ObjectStoreUnavailable } from '../file-storage/object-store.ts';
import { isStorageFull } from '../file-storage/storage-full.ts';
import { inspectStore, type StoreDeps, storeVerdict } from '../file-storage/store-identity.ts';
import { type Finding, ok, wrong } from './finding.ts';
import { connectionProblem } from './http-probe.ts';

const about = 'File storage';
const probeBytes = 64 * 1024;

/** Writes, reads, compares, lists and removes an object. */
export async function checkObjectStore(
  store: ObjectStore,
  storeName: string,
  signal: AbortSignal,
): Promise<Finding[]> {
  const key = `doctor/${randomUUID()}`;
  let step = 'write';
  const startStep = (next: string) => {
    step = next;
    signal.throwIfAborted();
  };
  try {
    const bytes = randomBytes(probeBytes);
    try {
      await store.put(key, streamOf(bytes), bytes.length, signal);
      startStep('read');
      const isSame = (await buffer(await store.get(key))).equals(bytes);
      if (!isSame) return [wrong(about, `${storeName} gave back other bytes`, changedBytesTodo)];
      startStep('list');
      if (!(await isListed(store, key))) {
        return [wrong(about, `${storeName} does not list what it holds`, notListedTodo)];
      }
    } finally {
      const failedStep = step;
      await store.remove([key]).catch((error: unknown) => {
        // Only the first failure is reported.
        if (failedStep !== 'list') return;
        step = 'remove';
        throw error;
      });
    }
    return [ok(about, `${storeName} takes, returns, lists and removes objects`)];
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable) && !isStorageFull(error)) throw error;
    return [refusalOf(error, storeName, step)];
  }
}

const changedBytesTodo = 'Do not use this store: something on the way changes what is kept there.';
const notListedTodo = 'Use a service that lists objects immediately after they were written.';

async function* streamOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function isListed(store: ObjectStore, key: string): Promise<boolean> {
  for await (const one of store.list('doctor/')) if (one.key === key) return true;
  return false;
}

function refusalOf(error: unknown, storeName: string, step: string): Finding {
  if (isStorageFull(error)) {
    return wrong(about, `${storeName} has no space left`, 'Make room, or give it more.');
  }
  const { cause } = error as Error;
  const problem = connectionProblem(cause);
  if (problem) {
    return wrong(
      about,
      `${storeName} ${problem}`,
      'Look at S3_ENDPOINT, the service and the network.',
    );
  }
  const { name = '', code = '' } = (cause ?? {}) as { name?: string; code?: string };
  const known = refusals[name] ?? refusals[code];
  if (known) return wrong(about, `${storeName} ${known[0]}`, known[1]);
  const todo = 'Look at the rights of the key, of the bucket or of the folder.';
  return wrong(about, `${storeName} does not let us ${step} objects (${code || name})`, todo);
}

const keyTodo = 'Look at S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
const permissionTodo = 'Give the server’s user the folder: chown and chmod 700.';

const refusals: Record<string, [string, string]> = {
  NoSuchBucket: ['is not there', 'Make the bucket, or correct S3_BUCKET.'],
  InvalidAccessKeyId: ['does not know the access key', keyTodo],
  SignatureDoesNotMatch: ['does not accept the secret key', keyTodo],
  RequestTimeTooSkewed: ['says that our clock is wrong', 'Let this machine keep its time by NTP.'],
  AuthorizationHeaderMalformed: ['lies in another region', 'Correct S3_REGION.'],
  PermanentRedirect: ['lies in another region', 'Correct S3_ENDPOINT and S3_REGION.'],
  EACCES: ['may not be written to', permissionTodo],
  EPERM: ['may not be written to', permissionTodo],
  EROFS: ['lies on a read-only disk', 'Mount it writable, or name another DATA_DIR.'],
};

const aboutIdentity = 'Store of the database';

/** The check at start: the store must belong to the database. */
export async function checkStoreIdentity(deps: StoreDeps): Promise<Finding> {
  const facts = await inspectStore(deps);
  const there = `${facts.sampled - facts.missing} of ${facts.sampled} sampled files are there`;
  switch (storeVerdict(facts)) {
    case 'same':
      return facts.missing === 0
        ? ok(aboutIdentity, there)
        : wrong(aboutIdentity, there, 'Run zavet check-storage; a backup may have the others.');
    case 'adopt':
      return ok(aboutIdentity, 'the database has none yet; the first start takes this one');
    default:
      return wrong(
        aboutIdentity,
        `this is not the store that the files of the database are in; ${there}`,
        'Run zavet check-storage; no server starts with it.',
      );
  }
}
