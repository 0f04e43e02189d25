import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { contactNameField, emailField, newPinField, phoneField, pinField } from '../fields.ts';
import {
  ageInYears,
  birthdayPins,
  dateOfBirthProblem,
  deletionWords,
  guessableReason,
  hasLetters,
  isCalendarDate,
  isDeletionWord,
  isOneTimeCode,
  isRecoveryCode,
  nameProblem,
  passwordRequirements,
  pinProblem,
  unmetPasswordRequirements,
} from './account-rules.ts';

describe('password checklist', () => {
  it('lists length, upper case, lower case and digit, in this order', () => {
    expect(passwordRequirements).toEqual(['length', 'uppercase', 'lowercase', 'digit']);
  });
});

describe("password made of the product's name", () => {
  it.each(['Zavet2026', 'Завет!2026', 'Pfdtn123', 'Zavetzavet1', 'ZavetAb1', 'Ｚａｖｅｔ１２'])(
    'refuses %s',
    (password) => expect(guessableReason(password, '')).toBe('password_of_product'),
  );

  it('accepts three other letters', () => {
    expect(guessableReason('ZavetAbc1', '')).toBeUndefined();
  });
});

describe('password made of the address', () => {
  it.each([
    ['everything before the @', 'AnnaLavrova1', 'anna.lavrova@example.org'],
    ['a word before the @', 'Lavrova1990', 'anna.lavrova@example.org'],
    ['words in another order', 'Lavrova-Anna-1', 'anna.lavrova@example.org'],
    ['the domain', 'Example.Org1', 'anna@example.org'],
    ['the first word of the domain', 'Example1990', 'anna@example.org'],
    ['the longer of two words', 'Annabel12', 'ann-annabel@example.org'],
    ['a word of three letters', 'Ann123456', 'ann@example.org'],
    ['an address that is written with capitals', 'Lavrova1990', 'LAVROVA@example.org'],
  ])('refuses %s', (_, password, email) => {
    expect(guessableReason(password, email)).toBe('password_of_address');
  });

  it.each([
    ['a password unrelated to it', 'Cormorant7', 'anna@example.org'],
    ['a word plus three other letters', 'LavrovaXyz1', 'lavrova@example.org'],
    ['a part of two letters', 'Anan123456', 'an@example.org'],
    ['two letters that are not part of it', 'Ab123456', 'anna@example.org'],
    ['no address at all', 'Ab123456', ''],
    ['the top-level domain alone', 'Org123456', 'anna@example.org'],
  ])('accepts %s', (_, password, email) => {
    expect(guessableReason(password, email)).toBeUndefined();
  });
});

test.each([
  ['', false],
  ['12345', false],
  ['123456', true],
  [' 123 456 ', true],
  ['1234567', false],
  ['12345a', false],
])('one-time code format: «%s» is %s', (typed, isValid) => {
  expect(isOneTimeCode(typed)).toBe(isValid);
});

test.each([
  ['', false],
  ['ABCD-EFGH-JKM', false],
  ['abcd-efgh-jkmn', true],
  ['ABCD EFGH JKMN', true],
  ['ABCD-EFGH-JKM!', false],
])('recovery code format: «%s» is %s', (typed, isValid) => {
  expect(isRecoveryCode(typed)).toBe(isValid);
});

describe('password', () => {
  it.each([
    ['', ['length', 'uppercase', 'lowercase', 'digit']],
    ['abcdef', ['length', 'uppercase', 'digit']],
    ['ABCDEFG1', ['lowercase']],
    ['Abcdefgh', ['digit']],
    ['Пароль12', []],
    ['Abcdefg1', []],
  ])('%j misses %j', (password, reasons) => {
    expect(unmetPasswordRequirements(password)).toEqual(reasons);
  });

  it('counts grapheme clusters as one character', () => {
    expect(unmetPasswordRequirements('Aa1😀😀')).toContain('length');
    expect(unmetPasswordRequirements('Aa1😀😀😀😀😀')).toEqual([]);
    expect(unmetPasswordRequirements('Aa1😀😀😀😀')).toEqual(['length']);
  });
});

describe('age', () => {
  it('grows on the birthday, and on 1 March after a birthday on 29 February', () => {
    expect(ageInYears('2000-11-15', '2018-11-14')).toBe(17);
    expect(ageInYears('2000-11-15', '2018-11-15')).toBe(18);
    expect(ageInYears('2008-02-29', '2026-02-28')).toBe(17);
    expect(ageInYears('2008-02-29', '2026-03-01')).toBe(18);
  });

  it('accepts exactly the dates of adults', () => {
    const day = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2026-11-15'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, (born) => {
        const problem = dateOfBirthProblem(born, '2026-11-15');
        expect(problem).toBe(born > '2008-11-15' ? 'underage' : undefined);
      }),
    );
  });
});

describe('date', () => {
  it('must exist', () => {
    expect(isCalendarDate('2024-02-29')).toBe(true);
    for (const date of [
      '2023-02-29',
      '2023-13-01',
      '2023-1-1',
      '',
      '20230101',
      '2023-04-31',
      '2023-04-30T00',
      '12023-04-30',
    ]) {
      expect(isCalendarDate(date)).toBe(false);
    }
  });

  it('of birth is between 1900 and today', () => {
    expect(dateOfBirthProblem('1900-01-01', '2026-11-15')).toBeUndefined();
    expect(dateOfBirthProblem('1899-12-31', '2026-11-15')).toBe('date_invalid');
    expect(dateOfBirthProblem('2001-02-29', '2026-11-15')).toBe('date_invalid');
    expect(dateOfBirthProblem('2026-11-16', '2026-11-15')).toBe('date_in_future');
    expect(dateOfBirthProblem('2026-11-15', '2026-11-15')).toBe('underage');
  });
});

describe('fields', () => {
  it('trim and lower-case an address', () => {
    expect(emailField.parse('  Anna@Example.ORG ')).toBe('anna@example.org');
  });

  it.each(['', 'a', 'a@b', 'a b@example.org', 'a@example.org\nBcc: x@y.z', '<a@example.org>'])(
    'refuse the address %j',
    (address) => {
      expect(emailField.safeParse(address).success).toBe(false);
    },
  );

  it('accept a phone of 1 to 15 digits after the plus, or none', () => {
    expect(phoneField.parse('')).toBe('');
    expect(phoneField.parse('+358 40 123 4567')).toBe('+358401234567');
    for (const phone of ['+', '+0', '7495', '+1234567890123456', '+12a']) {
      expect(phoneField.safeParse(phone).success).toBe(false);
    }
  });

  it('accept a PIN of six digits', () => {
    expect(pinField.safeParse('012345').success).toBe(true);
    for (const pin of ['12345', '1234567', '12345٣', ' 12345']) {
      expect(pinField.safeParse(pin).success).toBe(false);
    }
  });
});

describe('name', () => {
  it.each(['Анна', 'Jean-Luc', "O'Neill", 'Ўткир', 'J. R. R. Tolkien', 'Zoë', '李明', 'Zoe\u0308'])(
    'accepts %s',
    (name) => expect(nameProblem(name)).toBeUndefined(),
  );

  it.each([
    ['12', 'name_without_letters'],
    ['!!', 'name_without_letters'],
    ['A.', 'name_without_letters'],
    ['--', 'name_without_letters'],
    ['Anna2', 'name_invalid'],
    ['Anna <b>', 'name_invalid'],
  ])('refuses %s', (name, problem) => expect(nameProblem(name)).toBe(problem));

  it('needs two letters of any script', () => {
    expect(['Ли', '李明', 'A2b'].map(hasLetters)).toEqual([true, true, true]);
    expect(['Л', 'L1', '', '12'].map(hasLetters)).toEqual([false, false, false, false]);
  });

  it('of a contact may contain a note, but needs letters', () => {
    expect(contactNameField.safeParse('Мама 2 (дача)').success).toBe(true);
    expect(contactNameField.safeParse('12').success).toBe(false);
    expect(contactNameField.safeParse('!!').success).toBe(false);
  });
});

describe('new PIN', () => {
  const born = '1961-03-07';

  it.each(['123456', '654321', '890123', '135791', '111111', '121212', '123123', '112233'])(
    '%s is too simple, also for the schema',
    (pin) => {
      expect(pinProblem(pin, null)).toBe('pin_too_simple');
      expect(newPinField.safeParse(pin).success).toBe(false);
      // PINs set before this rule remain valid at an activation.
      expect(pinField.safeParse(pin).success).toBe(true);
    },
  );

  it.each(['070361', '610307', '030761', '070319', '031961', '196103', '071961', '610703'])(
    '%s is the birthday 7 March 1961',
    (pin) => {
      expect(pinProblem(pin, born)).toBe('pin_is_birthday');
      expect(pinProblem(pin, null)).toBeUndefined();
    },
  );

  it('has few enough birthday forms to compare each with a hash', () => {
    const anyBirth = {
      min: new Date('1900-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    };
    fc.assert(
      fc.property(fc.date(anyBirth), (date) => {
        const pins = birthdayPins(date.toISOString().slice(0, 10));
        expect(pins.length).toBeLessThanOrEqual(14);
        for (const pin of pins) expect(pin).toMatch(/^\d{6}$/);
      }),
    );
  });

  it.each(['482159', '274951', '730514', '246810', '112244', '123312', '112232'])(
    '%s is accepted',
    (pin) => {
      expect(pinProblem(pin, born)).toBeUndefined();
    },
  );

  it('of another format is refused elsewhere', () => {
    for (const pin of ['1111', '1111111', '11111a', 'a11111', '1a1a1a', 'a1a1a1', '']) {
      expect(pinProblem(pin, born)).toBeUndefined();
    }
  });

  it('is compared with every form of a birthday', () => {
    // 7 March 1961: 07 03 61, 03 07 61, 61 03 07, 61 07 03, and six digits in a row of the full
    // year.
    expect(birthdayPins(born).toSorted()).toEqual([
      '030719',
      '030761',
      '031961',
      '070319',
      '070361',
      '071961',
      '196103',
      '307196',
      '610307',
      '610703',
      '703196',
      '961030',
    ]);
  });
});

describe('deletion word', () => {
  it('is УДАЛИТЬ in Russian, and accepted in every language', () => {
    expect(deletionWords.ru).toBe('УДАЛИТЬ');
    for (const word of Object.values(deletionWords)) expect(isDeletionWord(` ${word} `)).toBe(true);
    expect(isDeletionWord('удалить')).toBe(false);
    expect(isDeletionWord('')).toBe(false);
  });
});
