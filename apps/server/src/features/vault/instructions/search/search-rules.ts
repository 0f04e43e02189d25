/** Every word of the query occurs in one of the texts; ignores case and treats «ё» as «е». */
export function containsAllWords(texts: readonly string[], query: string): boolean {
  const normalized = texts.map(normalize);
  return normalize(query)
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => normalized.some((text) => text.includes(word)));
}

function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
}

export interface SizedText {
  id: string;
  bytes: number;
}

/** Batches of ids in order, within the limits unless a batch holds a single larger text. */
export function batchesOf(texts: readonly SizedText[], limits: { bytes: number; texts: number }) {
  const batches: string[][] = [];
  let bytes = 0;
  for (const text of texts) {
    const batch = batches.at(-1);
    bytes += text.bytes;
    if (batch && bytes <= limits.bytes && batch.length < limits.texts) batch.push(text.id);
    else {
      batches.push([text.id]);
      bytes = text.bytes;
    }
  }
  return batches;
}
