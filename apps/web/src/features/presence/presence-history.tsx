import type { PresenceStepView } from '@zavet/contract/presence/presence-endpoints';
import { Heading } from '../../interface/heading.tsx';
import { useFormats } from '../../interface/language/formats.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
import styles from './presence.module.css';

/** Every step of the last round, oldest first. */
export function PresenceHistory({ steps }: { steps: readonly PresenceStepView[] }) {
  const { t } = useTranslation('presence');
  const formats = useFormats();
  return (
    <section className={styles.history}>
      <Heading level={3}>{t('card.history')}</Heading>
      <ol className={styles.steps}>
        {steps.map(({ kind, at, count }) => (
          <li key={`${kind} ${count}`} data-kind={kind}>
            <span>{t(`card.steps.${kind}`, { number: count ?? 0 })}</span>
            <time dateTime={at}>{formats.dateTime(at)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
