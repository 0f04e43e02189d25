const forbidden = /[<>:"/\\|?*\p{Cc}]/gu;
const maxLength = 200;

/** Names that every system can unpack, each used once. */
export function zipEntryNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const { stem, ending } = split(safeName(name));
    let candidate = stem + ending;
    for (let count = 2; used.has(candidate.toLowerCase()); count++) {
      candidate = `${stem} (${count})${ending}`;
    }
    used.add(candidate.toLowerCase());
    return candidate;
  });
}

export function zipFileName(title: string): string {
  const { stem } = split(`${safeName(title)}.zip`);
  return `${stem}.zip`;
}

/** Without signs and endings that some system takes for something else. */
function safeName(name: string): string {
  const plain = name
    .replace(forbidden, '_')
    .replace(/[. ]+$/, '')
    .replace(/^\.+/, '_');
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain);
  return plain === '' ? '_' : isReserved ? `_${plain}` : plain;
}

/** Long names lose from the middle, never their ending. */
function split(name: string): { stem: string; ending: string } {
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  return { stem: Array.from(stem).slice(0, maxLength).join(''), ending };
}
