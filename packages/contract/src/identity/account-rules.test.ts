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

describe('the checklist of a password', () => {
  it('begins with its length and ends with a digit', () => {
    expect(passwordRequirements).toEqual(['length', 'uppercase', 'lowercase', 'digit']);
  });
});

describe('a password made of the name of the product', () => {
  it.each(['Zavet2026', 'Завет!2026', 'Pfdtn123', 'Zavetzavet1', 'ZavetAb1', 'Ｚａｖｅｔ１２'])(
    '%s is guessed first',
    (password) => expect(guessableReason(password, '')).toBe('password_of_product'),
  );

  it('is accepted with three other letters', () => {
    expect(guessableReason('ZavetAbc1', '')).toBeUndefined();
  });
});

describe('a password made of the address', () => {
  const of = (password: string, email: string) => guessableReason(password, email);

  it.each([
    ['all before the @', 'AnnaLavrova1', 'anna.lavrova@example.org'],
    ['a word before the @', 'Lavrova1990', 'anna.lavrova@example.org'],
    ['words in another order', 'Lavrova-Anna-1', 'anna.lavrova@example.org'],
    ['the domain', 'Example.Org1', 'anna@example.org'],
    ['the first word of the domain', 'Example1990', 'anna@example.org'],
    ['the longer of two words', 'Annabel12', 'ann-annabel@example.org'],
    ['a word of three letters', 'Ann123456', 'ann@example.org'],
    ['an address that is written with capitals', 'Lavrova1990', 'LAVROVA@example.org'],
  ])('by %s is guessed first', (_, password, email) => {
    expect(of(password, email)).toBe('password_of_address');
  });

  it.each([
    ['nothing of it', 'Cormorant7', 'anna@example.org'],
    ['a word with three letters besides', 'LavrovaXyz1', 'lavrova@example.org'],
    ['a part of two letters', 'Anan123456', 'an@example.org'],
    ['two letters of its own', 'Ab123456', 'anna@example.org'],
    ['no address at all', 'Ab123456', ''],
    ['the end of the domain alone', 'Org123456', 'anna@example.org'],
  ])('with %s is not', (_, password, email) => {
    expect(of(password, email)).toBeUndefined();
  });
});

test.each([
  ['', false],
  ['12345', false],
  ['123456', true],
  [' 123 456 ', true],
  ['1234567', false],
  ['12345a', false],
])('a one-time code by form: «%s» is %s', (typed, is) => {
  expect(isOneTimeCode(typed)).toBe(is);
});

test.each([
  ['', false],
  ['ABCD-EFGH-JKM', false],
  ['abcd-efgh-jkmn', true],
  ['ABCD EFGH JKMN', true],
  ['ABCD-EFGH-JKM!', false],
])('a recovery code by form: «%s» is %s', (typed, is) => {
  expect(isRecoveryCode(typed)).toBe(is);
});

describe('a password', () => {
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

  it('counts characters as people do, not as computers store them', () => {
    expect(unmetPasswordRequirements('Aa1😀😀')).toContain('length');
    expect(unmetPasswordRequirements('Aa1😀😀😀😀😀')).toEqual([]);
    expect(unmetPasswordRequirements('Aa1😀😀😀😀')).toEqual(['length']);
  });
});

describe('an age', () => {
  it('grows on the birthday, and on 1 March for those born on 29 February', () => {
    expect(ageInYears('2000-11-15', '2018-11-14')).toBe(17);
    expect(ageInYears('2000-11-15', '2018-11-15')).toBe(18);
    expect(ageInYears('2008-02-29', '2026-02-28')).toBe(17);
    expect(ageInYears('2008-02-29', '2026-03-01')).toBe(18);
  });

  it('of at least 18 is accepted, whatever the dates', () => {
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

describe('a date', () => {
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

  it('of birth lies between 1900 and today', () => {
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

describe('a name', () => {
  it.each(['Анна', 'Jean-Luc', "O'Neill", 'Ўткир', 'J. R. R. Tolkien', 'Zoë', '李明', 'Zoe\u0308'])(
    'may be %s',
    (name) => expect(nameProblem(name)).toBeUndefined(),
  );

  it.each([
    ['12', 'name_without_letters'],
    ['!!', 'name_without_letters'],
    ['A.', 'name_without_letters'],
    ['--', 'name_without_letters'],
    ['Anna2', 'name_invalid'],
    ['Anna <b>', 'name_invalid'],
  ])('may not be %s', (name, problem) => expect(nameProblem(name)).toBe(problem));

  it('has letters where there are two of them, in any script', () => {
    expect(['Ли', '李明', 'A2b'].map(hasLetters)).toEqual([true, true, true]);
    expect(['Л', 'L1', '', '12'].map(hasLetters)).toEqual([false, false, false, false]);
  });

  it('of a trusted contact may hold a note, but not without letters', () => {
    expect(contactNameField.safeParse('Мама 2 (дача)').success).toBe(true);
    expect(contactNameField.safeParse('12').success).toBe(false);
    expect(contactNameField.safeParse('!!').success).toBe(false);
  });
});

describe('a new PIN', () => {
  const born = '1961-03-07';

  it.each(['123456', '654321', '890123', '135791', '111111', '121212', '123123', '112233'])(
    '%s is too simple, for the schema too',
    (pin) => {
      expect(pinProblem(pin, null)).toBe('pin_too_simple');
      expect(newPinField.safeParse(pin).success).toBe(false);
      // PINs set before this rule remain valid at an activation.
      expect(pinField.safeParse(pin).success).toBe(true);
    },
  );

  it.each(['070361', '610307', '030761', '070319', '031961', '196103', '071961', '610703'])(
    '%s is the birthday of somebody born on 7 March 1961',
    (pin) => {
      expect(pinProblem(pin, born)).toBe('pin_is_birthday');
      expect(pinProblem(pin, null)).toBeUndefined();
    },
  );

  it('a birthday makes so few PINs that each can be compared with a hash', () => {
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
    '%s is fine',
    (pin) => {
      expect(pinProblem(pin, born)).toBeUndefined();
    },
  );

  it('of another length, or with letters, has another problem', () => {
    for (const pin of ['1111', '1111111', '11111a', 'a11111', '1a1a1a', 'a1a1a1', '']) {
      expect(pinProblem(pin, born)).toBeUndefined();
    }
  });

  it('is compared with every way to write a birthday', () => {
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

describe('the word that deletes an account', () => {
  it('is УДАЛИТЬ in Russian and a word of the reader elsewhere', () => {
    expect(deletionWords.ru).toBe('УДАЛИТЬ');
    for (const word of Object.values(deletionWords)) expect(isDeletionWord(` ${word} `)).toBe(true);
    expect(isDeletionWord('удалить')).toBe(false);
    expect(isDeletionWord('')).toBe(false);
  });
});
