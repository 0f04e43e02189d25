/** How somebody is called in a short place: by the first word of a name that begins with one. */
export function firstNameOf(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  // «тётя Оля» and «Dr. Smith» begin with something else, and keep the whole.
  const isName = rest.length > 0 && /^\p{Lu}[\p{L}\p{M}'’-]+$/u.test(first) && first.length > 2;
  return isName ? first : name.trim();
}
