import { hash, type Options, verify } from '@node-rs/argon2';

const argon2id = 2;

/** What one guess costs: memory in KiB, and passes over it. */
export type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost'>>;

const realCost: HashCost = { memoryCost: 19_456, timeCost: 2 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time when there is no hash to compare with; the answer is then no. */
  matches(storedHash: string | null | undefined, password: string): Promise<boolean>;
}

/** Only tests, which hash passwords that everybody knows, give a cost of their own. */
export function createPasswords(hashCost = realCost): Passwords {
  const cost = { algorithm: argon2id, parallelism: 1, ...hashCost };
  const nobodysHash = hash('nobody has this password', cost);
  return {
    hash: (password) => hash(password.normalize('NFKC'), cost),
    matches: async (storedHash, password) => {
      const isRight = await verify(storedHash ?? (await nobodysHash), password.normalize('NFKC'));
      return isRight && storedHash != null;
    },
  };
}

export interface Pins {
  hash(pin: string): Promise<string>;
  matches(storedHash: string, pin: string): Promise<boolean>;
}

/** A PIN has only a million values, so its hash also needs a key that is not in the database. */
export function createPins(key: () => Buffer, hashCost = realCost): Pins {
  const options = () => ({ algorithm: argon2id, parallelism: 1, ...hashCost, secret: key() });
  return {
    hash: (pin) => hash(pin, options()),
    matches: (storedHash, pin) => verify(storedHash, pin, options()),
  };
}
