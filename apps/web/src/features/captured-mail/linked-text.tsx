import styles from './captured-mail.module.css';
import { splitLinks } from './split-links.ts';

export function LinkedText({ text }: { text: string }) {
  return (
    <div className={styles.plain}>
      {splitLinks(text).map((part) =>
        part.isLink ? (
          <a key={part.start} href={part.text} target="_blank" rel="noopener">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </div>
  );
}
