import styles from './linked-text.module.css';
import { splitLinks } from './split-links.ts';

/** A text as it was written, with its addresses as links. */
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
