/** Whether every word of the query stands somewhere in the texts, in any case, «ё» like «е». */
export function containsAllWords(texts: readonly string[], query: string): boolean {
  const plainTexts = texts.map(plain);
  return plain(query)
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => plainTexts.some((text) => text.includes(word)));
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
}

export interface SizedText {
  id: string;
  bytes: number;
}

/** In their order, in parts that are not larger than `most` unless they hold a single text. */
export function inParts(texts: readonly SizedText[], most: { bytes: number; texts: number }) {
  const parts: string[][] = [];
  let bytes = 0;
  for (const text of texts) {
    const part = parts.at(-1);
    bytes += text.bytes;
    if (part && bytes <= most.bytes && part.length < most.texts) part.push(text.id);
    else {
      parts.push([text.id]);
      bytes = text.bytes;
    }
  }
  return parts;
}
