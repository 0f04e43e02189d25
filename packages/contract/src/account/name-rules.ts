import { limits } from '../limits.ts';

export type NameProblem = 'name_without_letters' | 'name_invalid';

/** Letters of any script, with what stands between them in names: hyphen, apostrophe, space, dot. */
const nameCharacters = /^[\p{L}\p{M}\-‐‑’'ʼ`. ]*$/u;

/** What is wrong with an own name. It is locked when it is set, so it must be one. */
export function nameProblem(name: string): NameProblem | undefined {
  if (!hasLetters(name)) return 'name_without_letters';
  return nameCharacters.test(name) ? undefined : 'name_invalid';
}

/** As many letters as the shortest name has. */
export function hasLetters(name: string): boolean {
  return (name.match(/\p{L}/gu) ?? []).length >= limits.nameMinLength;
}
