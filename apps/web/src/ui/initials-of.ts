/** The first letters of a name: of its first and its last word, or of its only one. */
export function initialsOf(name: string, most: 1 | 2): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const ends = words.length > 1 && most === 2 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map(firstLetter).join('');
}

function firstLetter(word = ''): string {
  return /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '';
}
