import { expect, test } from 'vitest';
import { createPasswords, createPins } from './passwords.ts';

test('a guess at a password or a PIN costs 19 MiB and two passes', async () => {
  const cost = '$argon2id$v=19$m=19456,t=2,p=1$';
  expect(await createPasswords().hash('Correct-horse-1')).toContain(cost);
  expect(await createPins(() => Buffer.alloc(32, 1)).hash('274951')).toContain(cost);
});

test('nobody has a password, not even the one that guesses are compared with', async () => {
  const passwords = createPasswords();
  expect(await passwords.matches(null, 'nobody has this password')).toBe(false);
});
