import { Link } from '@tanstack/react-router';
import type { LettersPreview, PreviewedLetter } from '@zavet/contract/protocol/delivery-endpoints';
import type { ReactNode } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './person.module.css';

/** Their letters in the order of their page, then what would not arrive. */
export function WhatArrives({ answer: { letters, nobody } }: { answer: LettersPreview }) {
  const { t } = useTranslation(['list', 'instructions']);
  const now = letters.filter(({ withheld }) => withheld === null);
  const later = letters.filter(({ withheld }) => withheld === 'not_agreed');
  const never = letters.filter(({ withheld }) => withheld === 'declined');
  // What is meant for this person has its reason above.
  const isAbove = (id: string) => letters.some((letter) => letter.instruction_id === id);
  const unreached = nobody.filter(({ instruction_id }) => !isAbove(instruction_id));
  return (
    <>
      <Part title={t('person.now')} count={now.length}>
        {now.length === 0 ? (
          <p className={styles.quiet}>{t('person.nowNone')}</p>
        ) : (
          <Letters letters={now} />
        )}
      </Part>
      {later.length > 0 && (
        <Part title={t('person.later')} count={later.length}>
          <Letters letters={later} />
        </Part>
      )}
      {never.length > 0 && (
        <Part title={t('person.never')} count={never.length}>
          <Letters letters={never} />
        </Part>
      )}
      {unreached.length > 0 && (
        <Part title={t('person.nobody')} count={unreached.length}>
          <ul className={styles.rows}>
            {unreached.map(({ instruction_id: id, title, is_unreadable, reason }) => (
              <li key={id} className={styles.row}>
                <div className={styles.main}>
                  <Title id={id} title={is_unreadable ? t('instructions:damaged') : title} />
                  <p className={styles.reason}>{t(`person.reasons.${reason}`)}</p>
                </div>
                {reason === 'no_recipient' && !is_unreadable && (
                  <ButtonLink
                    to="/instructions"
                    search={{ edit: id, at: 'contacts' }}
                    kind="plain"
                    aria-label={t('row.chooseNamed', { title })}
                  >
                    {t('row.choose')}
                  </ButtonLink>
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const formats = useFormats();
  return (
    <section className={styles.part}>
      <Heading level={2} size="section">
        {title}
        {count > 0 && <span className={styles.count}>{formats.number(count)}</span>}
      </Heading>
      {children}
    </section>
  );
}

function Letters({ letters }: { letters: readonly PreviewedLetter[] }) {
  const { t } = useTranslation(['list', 'instructions']);
  const formats = useFormats();
  return (
    <ol className={styles.rows}>
      {letters.map((letter) => (
        <li key={letter.instruction_id} className={styles.row}>
          <div className={styles.main}>
            <div className={styles.titleLine}>
              <Title
                id={letter.instruction_id}
                title={letter.is_unreadable ? t('instructions:damaged') : letter.title}
              />
              {letter.priority === 'high' && (
                <Badge tone="gold">{t('instructions:priorities.high')}</Badge>
              )}
            </div>
            <p className={styles.preview}>{letter.preview}</p>
            {letter.withheld && (
              <p className={styles.reason}>{t(`person.reasons.${letter.withheld}`)}</p>
            )}
            {letter.is_as_recipient && <p className={styles.quiet}>{t('person.asRecipient')}</p>}
          </div>
          <div className={styles.note}>
            <span>{formats.day(letter.written_at)}</span>
            {letter.file_count > 0 && (
              <span>{t('instructions:card.files', { count: letter.file_count })}</span>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Title({ id, title }: { id: string; title: string }) {
  return (
    <Heading level={3} className={styles.title}>
      <Link to="/instructions" search={{ edit: id }}>
        {title}
      </Link>
    </Heading>
  );
}
