/** The `name=value;` lists of DKIM and DMARC records. */
export function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(';').map((one) => {
    const at = one.indexOf('=');
    return [one.slice(0, at).trim().toLowerCase(), one.slice(at + 1).trim()] as const;
  });
  return new Map(pairs.filter(([name]) => /^[a-z]\w*$/.test(name)));
}
