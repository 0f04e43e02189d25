import type { ReadinessRehearsal } from '@zavet/contract/protocol/dashboard-endpoints';
import { useId } from 'react';
import { TextLink } from '../../../../ui/button.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './readiness.module.css';

/** When the last rehearsal was, and how many have answered. */
export function LastRehearsal({ rehearsal }: { rehearsal: ReadinessRehearsal }) {
  const { t } = useTranslation('readiness');
  const formats = useFormats();
  const headingId = useId();
  const { answered, contacts: total, started_at, is_open } = rehearsal;
  const facts = { date: formats.date(started_at), answered, total };
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <Heading level={2} id={headingId}>
        {t('rehearsal.title')}
      </Heading>
      <p>{t(is_open ? 'rehearsal.open' : 'rehearsal.last', facts)}</p>
      <p>
        <TextLink to="/readiness/rehearsal" className={styles.link}>
          {t('rehearsal.link')}
        </TextLink>
      </p>
    </section>
  );
}
