import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { perContext } from '../../../../context.ts';
import { createSlots } from '../../../../platform/slots.ts';

export interface HashCost {
  /** KiB. */
  memory: number;
  passes: number;
}

const defaultCost: HashCost = { memory: 19_456, passes: 2 };
const saltLength = 16;
const tagLength = 32;
const phcFormat = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/;

const derive = promisify(argon2);
// More concurrent hashes would only compete for caches and memory. One of Node's four threads stays
// free for files.
const runInSlot = createSlots(Math.min(availableParallelism(), 3));

/** Tests use a lower cost. */
export const passwords = perContext(({ tuning }) => createPasswords(tuning.hashCost));
export const pins = perContext(({ serviceKey, tuning }) =>
  createPins(() => serviceKey.derive('pin'), tuning.hashCost),
);

export function createPasswords(cost = defaultCost) {
  const dummyHash = hashArgon2id('no account has this password', cost);
  return {
    hash: (password: string) => hashArgon2id(password.normalize('NFKC'), cost),
    /** Without a stored hash, takes the same time and returns false. */
    matches: async (storedHash: string | null | undefined, password: string) => {
      const compared = storedHash ?? (await dummyHash);
      const isMatch = await matchesArgon2id(compared, password.normalize('NFKC'));
      return isMatch && storedHash != null;
    },
  };
}

/** There are only a million PINs, so their hashes also need a key outside the database. */
export function createPins(key: () => Buffer, cost = defaultCost) {
  return {
    hash: (pin: string) => hashArgon2id(pin, cost, key()),
    matches: (storedHash: string, pin: string) => matchesArgon2id(storedHash, pin, key()),
  };
}

/** PHC format, which contains the cost, so that it can be raised later. */
async function hashArgon2id(text: string, { memory, passes }: HashCost, secret?: Buffer) {
  const nonce = randomBytes(saltLength);
  const cost = { memory, passes, parallelism: 1 };
  const tag = await tagOf(text, { ...cost, nonce, tagLength }, secret);
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${encode(nonce)}$${encode(tag)}`;
}

export async function matchesArgon2id(storedHash: string, text: string, secret?: Buffer) {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phcFormat.exec(storedHash) ?? [];
  if (!memory) throw new Error('A stored hash is not in the Argon2id format');
  const expected = Buffer.from(tag, 'base64');
  const parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  };
  return timingSafeEqual(await tagOf(text, parameters, secret), expected);
}

/** Runs in Node's thread pool, so the server stays responsive. */
function tagOf(text: string, parameters: Omit<Argon2Parameters, 'message'>, secret?: Buffer) {
  const task = { message: text, ...parameters, ...(secret && { secret }) };
  return runInSlot(() => derive('argon2id', task));
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
