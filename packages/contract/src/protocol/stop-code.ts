/** Letters and digits that are not taken for one another on paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const groups = 4;
const groupLength = 5;

export const stopCodeAlphabet = alphabet;
export const stopCodeLength = groups * groupLength;

/** As it stands on paper: four groups of five. */
export function writtenStopCode(code: string): string {
  const parts = Array.from({ length: groups }, (_, group) =>
    code.slice(group * groupLength, (group + 1) * groupLength),
  );
  return parts.join('-');
}

/** What somebody typed, without spaces and dashes and in capitals; undefined when it is none. */
export function readStopCode(typed: string): string | undefined {
  const code = typed.replace(/[\s\-–—]/g, '').toUpperCase();
  const isOne =
    code.length === stopCodeLength && [...code].every((sign) => alphabet.includes(sign));
  return isOne ? code : undefined;
}
