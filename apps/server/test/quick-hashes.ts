import type { HashCost } from '../src/features/identity/account/passwords/passwords.ts';

/** Everybody knows the passwords of tests: nothing is gained by making guesses at them costly. */
export const quickHashes: HashCost = { memory: 64, passes: 1 };
