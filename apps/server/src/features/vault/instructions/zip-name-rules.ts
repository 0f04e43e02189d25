const forbiddenCharacters = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Invisible and direction-changing characters; joiners belong to some scripts. */
const invisibleCharacters = /[^\P{Cf}\u200c\u200d]/gu;
/** File systems accept 255 bytes per name. */
const maxBytes = 240;
const encoder = new TextEncoder();
/** Created on first use, because it is slow. */
let segmenter: Intl.Segmenter | undefined;

/** Unique names that every system can unpack. */
export function zipEntryNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const { stem, ending } = splitEnding(sanitizeName(name));
    let candidate = truncateToFit(stem, ending);
    for (let count = 2; used.has(candidate.toLowerCase()); count++) {
      candidate = truncateToFit(stem, ` (${count})${ending}`);
    }
    used.add(candidate.toLowerCase());
    return candidate;
  });
}

export function zipFileName(title: string): string {
  return truncateToFit(sanitizeName(title), '.zip');
}

/** Replaces characters and names that have a special meaning on some system. */
function sanitizeName(name: string): string {
  const plain = name
    .replace(invisibleCharacters, '')
    .replace(forbiddenCharacters, '_')
    .replace(/[. ]+$/, '')
    .replace(/^\.+/, '_');
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain);
  return plain === '' ? '_' : isReserved ? `_${plain}` : plain;
}

function splitEnding(name: string): { stem: string; ending: string } {
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - ending.length), ending };
}

/** Truncates the stem by whole characters, never the ending. */
function truncateToFit(stem: string, ending: string): string {
  let room = maxBytes - encoder.encode(ending).length;
  let fitting = '';
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(stem)) {
    room -= encoder.encode(segment).length;
    if (room < 0) break;
    fitting += segment;
  }
  return (fitting || '_') + ending;
}
