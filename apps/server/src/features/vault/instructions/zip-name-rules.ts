const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Invisible and direction-changing characters; joiners belong to some scripts. */
const hidden = /[^\P{Cf}\u200c\u200d]/gu;
/** File systems accept 255 bytes per name. */
const maxBytes = 240;
const encoder = new TextEncoder();
/** Created on first use, because it is slow. */
let characters: Intl.Segmenter | undefined;

/** Unique names that every system can unpack. */
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

/** Without characters and names that have a meaning on some system. */
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

/** Truncates the stem by whole characters, never the ending. */
function fitted(stem: string, ending: string): string {
  let room = maxBytes - encoder.encode(ending).length;
  let fitting = '';
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of characters.segment(stem)) {
    room -= encoder.encode(segment).length;
    if (room < 0) break;
    fitting += segment;
  }
  return (fitting || '_') + ending;
}
