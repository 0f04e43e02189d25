export interface TextPart {
  text: string;
  isLink: boolean;
  /** Where the part begins, which also tells equal parts apart. */
  start: number;
}

const address = /https?:\/\/[^\s<>"')\]]+/g;

/** Cuts a text into plain parts and addresses; a full stop after an address does not belong to it. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let position = 0;
  for (const match of text.matchAll(address)) {
    const link = match[0].replace(/[.,;:!?]+$/, '');
    if (match.index > position) {
      parts.push({ text: text.slice(position, match.index), isLink: false, start: position });
    }
    parts.push({ text: link, isLink: true, start: match.index });
    position = match.index + link.length;
  }
  if (position < text.length) {
    parts.push({ text: text.slice(position), isLink: false, start: position });
  }
  return parts;
}
