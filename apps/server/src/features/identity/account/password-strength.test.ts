import { describe, expect, it } from 'vitest';
import { Failure } from '../../../platform/failure.ts';
import { requireStrongPassword } from './password-strength.ts';

const email = 'anna.petrova@example.org';

function reasonsOf(password: string, of = email): unknown {
  try {
    requireStrongPassword(password, of);
    return [];
  } catch (error) {
    return error instanceof Failure ? error.facts?.reasons : error;
  }
}

describe('a new password', () => {
  it.each(['Password1', 'Qwerty123', 'P@ssw0rd', 'Passw0rd!', '!Qwerty123!'])(
    'is refused when everybody uses it: %s',
    (password) => expect(reasonsOf(password)).toContain('password_common'),
  );

  it('is refused when everybody uses it on the Russian keyboard', () => {
    expect(reasonsOf('Пароль123')).toEqual(['password_common']);
    expect(reasonsOf('Йцукен123')).toEqual(['password_common']);
  });

  it.each(['Zavet2026', 'Завет-2026', 'zaVET123zavet', 'MyZavet26'])(
    'is refused when it is the name of the product: %s',
    (password) => expect(reasonsOf(password)).toEqual(['password_of_product']),
  );

  it.each(['Annapetrova1', 'Anna.Petrova1', 'Petrova1987', 'Example.org1'])(
    'is refused when it is the own address: %s',
    (password) => expect(reasonsOf(password)).toEqual(['password_of_address']),
  );

  it.each(['Correct-horse-1', 'Sample-2026', 'Anna-likes-7-cats', 'Длинная фраза 7'])(
    'of its own is fine: %s',
    (password) => expect(reasonsOf(password)).toEqual([]),
  );

  it('names what it misses before anything else', () => {
    expect(reasonsOf('password')).toEqual(['uppercase', 'digit']);
  });
});
