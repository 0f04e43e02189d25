/** The first name where nobody else among these has the same one, else the whole name. */
export function shortNameOf(name: string, names: readonly string[]): string {
  const first = firstWord(name);
  return names.filter((one) => firstWord(one) === first).length > 1 ? name : first;
}

function firstWord(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
