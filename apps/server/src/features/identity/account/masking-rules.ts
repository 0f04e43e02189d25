/** Recognisable to the owner of the address, but not readable: `a***@example.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, Math.max(at, 0));
  return `${first}***${at < 0 ? '' : email.slice(at)}`;
}

/** Network of an IP address, without the part of the host: `203.0.113.*`, `2001:db8:85a3:*`. */
export function networkOf(address: string | null): string | null {
  if (!address) return null;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const four = /^(\d+\.\d+\.\d+)\.\d+$/.exec(plain);
  if (four) return `${four[1]}.*`;
  if (!plain.includes(':')) return null;
  return `${firstGroups(plain).join(':')}:*`;
}

/** The first three of the eight groups; `::` stands for the missing zeros. */
function firstGroups(address: string): string[] {
  const [before = '', after] = address.split('::');
  const head = before ? before.split(':') : [];
  const tail = after ? after.split(':') : [];
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array<string>(zeros).fill('0'), ...tail].slice(0, 3);
}
