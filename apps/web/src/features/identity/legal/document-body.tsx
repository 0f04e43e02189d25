import type { Locale } from '@zavet/contract/locales';
import { Heading } from '../../../ui/heading.tsx';
import type { DocumentSection, DocumentText } from './document-texts.ts';
import styles from './legal.module.css';

type Fill = (text: string) => string;

interface DocumentBodyProps {
  text: DocumentText;
  language: Locale;
  fill: Fill;
}

/** Numbered sections and clauses, so that people can refer to them. */
export function DocumentBody({ text, language, fill }: DocumentBodyProps) {
  return (
    <article lang={language} className={styles.text}>
      {text.lead.map((paragraph) => (
        <p key={paragraph}>{fill(paragraph)}</p>
      ))}
      {text.sections.map((section, index) => (
        <Section key={section.id} section={section} number={index + 1} fill={fill} />
      ))}
    </article>
  );
}

interface SectionProps {
  section: DocumentSection;
  number: number;
  fill: Fill;
}

function Section({ section, number, fill }: SectionProps) {
  const headingId = `${section.id}-heading`;
  return (
    <section id={section.id} tabIndex={-1} aria-labelledby={headingId} className={styles.section}>
      <Heading level={2} id={headingId}>
        {number}. {fill(section.heading)}
      </Heading>
      {section.clauses.map((clause, index) => (
        <div key={clause.text} className={styles.clause}>
          <span className={styles.number}>
            {number}.{index + 1}
          </span>
          <div>
            <p>{fill(clause.text)}</p>
            {clause.items && (
              <ul>
                {clause.items.map((item) => (
                  <li key={item}>{fill(item)}</li>
                ))}
              </ul>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}
