const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Signs that turn a name around or hide in it; joiners belong to some scripts. */
const hidden = /[^\P{Cf}\u200c\u200d]/gu;
/** File systems take 255 bytes for a name. */
const maxBytes = 240;
const encoder = new TextEncoder();
/** Made when it is first needed: that takes a moment. */
let characters: Intl.Segmenter | undefined;

/** Names that every system can unpack, each used once. */
export function zipEntryNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const { stem, ending } = split(safeName(name));
    let candidate = fitted(stem, ending);
    for (let count = 2; used.has(candidate.toLowerCase()); count++) {
      candidate = fitted(stem, ` (${count})${ending}`);
    }
    used.add(candidate.toLowerCase());
    return candidate;
  });
}

export function zipFileName(title: string): string {
  return fitted(safeName(title), '.zip');
}

/** Without signs and endings that some system takes for something else. */
function safeName(name: string): string {
  const plain = name
    .replace(hidden, '')
    .replace(forbidden, '_')
    .replace(/[. ]+$/, '')
    .replace(/^\.+/, '_');
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain);
  return plain === '' ? '_' : isReserved ? `_${plain}` : plain;
}

function split(name: string): { stem: string; ending: string } {
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - ending.length), ending };
}

/** Long names lose the end of their stem, by whole characters, and never their ending. */
function fitted(stem: string, ending: string): string {
  let room = maxBytes - encoder.encode(ending).length;
  let kept = '';
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of characters.segment(stem)) {
    room -= encoder.encode(segment).length;
    if (room < 0) break;
    kept += segment;
  }
  return (kept || '_') + ending;
}
