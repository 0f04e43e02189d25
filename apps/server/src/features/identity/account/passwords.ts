import { perContext } from '../../../context.ts';
import { type HashCost, hashArgon2id, matchesArgon2id } from './argon2id.ts';

/** Hashing passwords costs less in tests, which do it often. */
export const passwords = perContext(({ tuning }) => createPasswords(tuning.hashCost));
export const pins = perContext(({ serviceKey, tuning }) =>
  createPins(() => serviceKey.derive('pin'), tuning.hashCost),
);

const realCost: HashCost = { memory: 19_456, passes: 2 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time when there is no hash to compare with; the answer is then no. */
  matches(storedHash: string | null | undefined, password: string): Promise<boolean>;
}

export function createPasswords(cost = realCost): Passwords {
  const nobodysHash = hashArgon2id('nobody has this password', cost);
  return {
    hash: (password) => hashArgon2id(password.normalize('NFKC'), cost),
    matches: async (storedHash, password) => {
      const compared = storedHash ?? (await nobodysHash);
      const isRight = await matchesArgon2id(compared, password.normalize('NFKC'));
      return isRight && storedHash != null;
    },
  };
}

export interface Pins {
  hash(pin: string): Promise<string>;
  matches(storedHash: string, pin: string): Promise<boolean>;
}

/** A PIN has only a million values, so its hash also needs a key that is not in the database. */
export function createPins(key: () => Buffer, cost = realCost): Pins {
  return {
    hash: (pin) => hashArgon2id(pin, cost, key()),
    matches: (storedHash, pin) => matchesArgon2id(storedHash, pin, key()),
  };
}
