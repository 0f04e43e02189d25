import styles from './linked-text.module.css';

/** Plain text with its URLs as links. */
export function LinkedText({ text }: { text: string }) {
  return (
    <div className={styles.plain} dir="auto">
      {splitLinks(text).map((part) =>
        part.isLink ? (
          <a key={part.start} href={part.text} target="_blank" rel="noopener noreferrer">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </div>
  );
}

interface TextPart {
  text: string;
  isLink: boolean;
  /** Offset of the part in the text; also its React key. */
  start: number;
}

const address = /https?:\/\/[^\s<>"')\]]+/g;

/** Splits a text into plain parts and URLs. Punctuation after a URL is not part of it. */
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
