/** Enough to recognise an own address by, too little to learn a stranger's: `a***@example.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, Math.max(at, 0));
  return `${first}***${at < 0 ? '' : email.slice(at)}`;
}
