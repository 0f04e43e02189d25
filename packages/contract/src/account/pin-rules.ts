import { limits } from '../limits.ts';

export type PinProblem = 'pin_too_simple' | 'pin_is_birthday';

/** Why a new PIN would be guessed within the few tries that there are. */
export function pinProblem(pin: string, dateOfBirth: string | null): PinProblem | undefined {
  if (!isPin(pin)) return undefined;
  if (isSimplePin(pin)) return 'pin_too_simple';
  return dateOfBirth && birthdayPins(dateOfBirth).includes(pin) ? 'pin_is_birthday' : undefined;
}

/** Anything else has another problem. */
function isPin(value: string): boolean {
  return /^\d+$/.test(value) && value.length === limits.pinDigits;
}

/** A row (123456, 654321, 135791), a repetition (111111, 121212, 123123) or a row of pairs (112233). */
export function isSimplePin(pin: string): boolean {
  return isRow(pin) || isRepetition(pin) || isRowOfPairs(pin);
}

function isRow(pin: string): boolean {
  const steps = [...pin]
    .slice(1)
    .map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10);
  return new Set(steps).size === 1;
}

function isRepetition(pin: string): boolean {
  return [2, 3].some((length) => pin === pin.slice(0, length).repeat(pin.length / length));
}

function isRowOfPairs(pin: string): boolean {
  const isPairs = /^(?:(\d)\1)(?:(\d)\2)(?:(\d)\3)$/.test(pin);
  return isPairs && isRow(`${pin[0]}${pin[2]}${pin[4]}`);
}

/** Every PIN that is a birthday: six digits in a row of the date in any usual order, with a short or a full year. */
export function birthdayPins(dateOfBirth: string): string[] {
  const [year = '', month = '', day = ''] = dateOfBirth.split('-');
  const short = year.slice(2);
  const written = [
    `${day}${month}${short}`,
    `${month}${day}${short}`,
    `${short}${day}${month}`,
    `${day}${month}${year}`,
    `${month}${day}${year}`,
    `${year}${month}${day}`,
  ];
  return [...new Set(written.flatMap(pinsIn))];
}

function pinsIn(digits: string): string[] {
  return Array.from({ length: digits.length - limits.pinDigits + 1 }, (_, start) =>
    digits.slice(start, start + limits.pinDigits),
  );
}
