import type { HashCost } from '../src/features/account/passwords.ts';

/** Everybody knows the passwords of tests: nothing is gained by making guesses at them costly. */
export const quickHashes: HashCost = { memoryCost: 64, timeCost: 1 };
