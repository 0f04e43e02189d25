import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { Failure } from '../../../../platform/failure.ts';
import { requireStrongPassword } from './password-strength.ts';
import { createPasswords, createPins, matchesArgon2id } from './passwords.ts';

const email = 'anna.petrova@example.org';

describe('a new password', () => {
  it.each(['Password1', 'Qwerty123', 'P@ssw0rd', 'Passw0rd!', '!Qwerty123!'])(
    'is rejected if common: %s',
    (password) => expect(reasonsOf(password)).toContain('password_common'),
  );

  it('is rejected if common on the other keyboard layout', () => {
    expect(reasonsOf('Пароль123')).toEqual(['password_common']);
    expect(reasonsOf('Йцукен123')).toEqual(['password_common']);
  });

  it.each(['Zavet2026', 'Завет-2026', 'zaVET123zavet', 'MyZavet26'])(
    'is rejected if it is the product name: %s',
    (password) => expect(reasonsOf(password)).toEqual(['password_of_product']),
  );

  it.each(['Annapetrova1', 'Anna.Petrova1', 'Petrova1987', 'Example.org1'])(
    "is rejected if it is the owner's address: %s",
    (password) => expect(reasonsOf(password)).toEqual(['password_of_address']),
  );

  it.each(['Correct-horse-1', 'Sample-2026', 'Anna-likes-7-cats', 'Длинная фраза 7'])(
    'is accepted otherwise: %s',
    (password) => expect(reasonsOf(password)).toEqual([]),
  );

  it('lists unmet requirements first', () => {
    expect(reasonsOf('password')).toEqual(['uppercase', 'digit']);
  });
});

const key = Buffer.alloc(32, 1);

const lowCost = { memory: 64, passes: 1 };

test('a guess at a password or a PIN costs 19 MiB and two passes', async () => {
  const cost = '$argon2id$v=19$m=19456,t=2,p=1$';
  expect(await createPasswords().hash('Correct-horse-1')).toContain(cost);
  expect(await createPins(() => key).hash('274951')).toContain(cost);
});

test('a missing hash matches no password, not even that of the dummy hash', async () => {
  const passwords = createPasswords(lowCost);
  expect(await passwords.matches(null, 'no account has this password')).toBe(false);
});

test('an unknown address costs as much as a wrong password', async () => {
  const passwords = createPasswords({ memory: 8_192, passes: 2 });
  const hash = await passwords.hash('Correct-horse-1');
  const cpuOf = async (storedHash: string | null) => {
    const before = process.cpuUsage();
    for (let time = 0; time < 5; time++) await passwords.matches(storedHash, 'Wrong-pass-1');
    return process.cpuUsage(before).user;
  };
  const [known, unknown] = [await cpuOf(hash), await cpuOf(null)];
  expect(unknown).toBeGreaterThan(known / 2);
  expect(known).toBeGreaterThan(unknown / 2);
});

test('only the password matches its hash, in any Unicode normalization', async () => {
  const passwords = createPasswords(lowCost);
  const hash = await passwords.hash('Ёлка-2026'.normalize('NFD'));
  expect(await passwords.matches(hash, 'Ёлка-2026'.normalize('NFC'))).toBe(true);
  expect(await passwords.matches(hash, 'Елка-2026')).toBe(false);
  expect(await passwords.hash('Ёлка-2026')).not.toBe(hash);
});

// Created by @node-rs/argon2.
const foreignHashes = {
  password:
    '$argon2id$v=19$m=19456,t=2,p=1$72pjbl8htUwoSd4sqDHjbg$FAgQ/dPzMlOukTWDgEEQCM5a2jCUb/dj3LdJoQnBTJc',
  pin: '$argon2id$v=19$m=19456,t=2,p=1$SULykcfumtNY7ctLB1MOoQ$pRsZSeL7ytedP6amhDsh89KdwumuJEx1cUspcTOWbWk',
  costlier: '$argon2id$v=19$m=4096,t=3,p=2$T4nzF/Cq9zms3rvrFamE+w$v5/BHy1fArC7xOWeI6qPIR8AaLtElf+y',
};

test('hashes of another implementation match, with any cost', async () => {
  const passwords = createPasswords(lowCost);
  expect(await passwords.matches(foreignHashes.password, 'Correct-horse-1')).toBe(true);
  expect(await passwords.matches(foreignHashes.password, 'Correct-horse-2')).toBe(false);
  expect(await passwords.matches(foreignHashes.costlier, 'Correct-horse-1')).toBe(true);
  expect(await createPins(() => key, lowCost).matches(foreignHashes.pin, '274951')).toBe(true);
  expect(await createPins(() => key, lowCost).matches(foreignHashes.pin, '274952')).toBe(false);
  expect(
    await createPins(() => Buffer.alloc(32, 2), lowCost).matches(foreignHashes.pin, '274951'),
  ).toBe(false);
});

test('a malformed hash is an error, not a wrong password', async () => {
  await expect(matchesArgon2id('$2b$10$abc', 'Correct-horse-1')).rejects.toThrow('Argon2id');
});

test('hashing does not block the process', async () => {
  const passwords = createPasswords();
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await Promise.all(Array.from({ length: 6 }, () => passwords.hash('Correct-horse-1')));
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(5);
});

test('many concurrent hashes leave a thread for files', async () => {
  const passwords = createPasswords({ memory: 4_096, passes: 2 });
  let compared = 0;
  const comparing = Array.from({ length: 20 }, async () => {
    await passwords.hash('Correct-horse-1');
    compared += 1;
  });
  await readFile(fileURLToPath(import.meta.url));
  expect(compared).toBeLessThan(10);
  await Promise.all(comparing);
});

function reasonsOf(password: string, of = email): unknown {
  try {
    requireStrongPassword(password, of);
    return [];
  } catch (error) {
    return error instanceof Failure ? error.facts?.reasons : error;
  }
}
