import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { perContext } from '../../../../context.ts';
import { createSlots } from '../../../../platform/slots.ts';

const derive = promisify(argon2);

// More than there are processors would only push each other out of the caches and take more memory;
// of Node's four threads one is left for files.
const inSlot = createSlots(Math.min(availableParallelism(), 3));

const saltLength = 16;

const tagLength = 32;

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/;

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Hashing passwords costs less in tests, which do it often. */
export const passwords = perContext(({ tuning }) => createPasswords(tuning.hashCost));

export const pins = perContext(({ serviceKey, tuning }) =>
  createPins(() => serviceKey.derive('pin'), tuning.hashCost),
);

const defaultCost = { memory: 19_456, passes: 2 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time when there is no hash to compare with; the answer is then no. */
  matches(storedHash: string | null | undefined, password: string): Promise<boolean>;
}

export function createPasswords(cost = defaultCost): Passwords {
  const dummyHash = hashArgon2id('nobody has this password', cost);
  return {
    hash: (password) => hashArgon2id(password.normalize('NFKC'), cost),
    matches: async (storedHash, password) => {
      const compared = storedHash ?? (await dummyHash);
      const isRight = await matchesArgon2id(compared, password.normalize('NFKC'));
      return isRight && storedHash != null;
    },
  };
}

interface Pins {
  hash(pin: string): Promise<string>;
  matches(storedHash: string, pin: string): Promise<boolean>;
}

/** A PIN has only a million values, so its hash also needs a key that is not in the database. */
export function createPins(key: () => Buffer, cost = defaultCost): Pins {
  return {
    hash: (pin) => hashArgon2id(pin, cost, key()),
    matches: (storedHash, pin) => matchesArgon2id(storedHash, pin, key()),
  };
}

/** What one guess costs: memory in KiB, and passes over it. */
export interface HashCost {
  memory: number;
  passes: number;
}

/** A hash in the PHC format, which names the cost, so that the cost can be raised later. */
async function hashArgon2id(
  text: string,
  { memory, passes }: HashCost,
  secret?: Buffer,
): Promise<string> {
  const nonce = randomBytes(saltLength);
  const cost = { memory, passes, parallelism: 1 };
  const tag = await tagOf(text, { ...cost, nonce, tagLength }, secret);
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${encode(nonce)}$${encode(tag)}`;
}

export async function matchesArgon2id(
  storedHash: string,
  text: string,
  secret?: Buffer,
): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = shape.exec(storedHash) ?? [];
  if (!memory) throw new Error('A stored hash is not in the format of Argon2id');
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

/** On a thread of Node's pool: the server answers others meanwhile. */
function tagOf(text: string, parameters: Omit<Argon2Parameters, 'message'>, secret?: Buffer) {
  const task = { message: text, ...parameters, ...(secret && { secret }) };
  return inSlot(() => derive('argon2id', task));
}
