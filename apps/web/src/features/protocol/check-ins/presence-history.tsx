import type { CheckInStepView } from '@zavet/contract/protocol/check-in-endpoints';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Thread } from '../../../ui/thread.tsx';
import styles from './presence.module.css';

/** Every step of the last round, oldest first. */
export function CheckInHistory({ steps }: { steps: readonly CheckInStepView[] }) {
  const { t } = useTranslation('presence');
  const formats = useFormats();
  return (
    <section className={styles.history}>
      <Heading level={3}>{t('card.history')}</Heading>
      <Thread
        label={t('card.history')}
        direction="down"
        steps={steps.map(({ kind, at, count }) => ({
          key: `${kind} ${count}`,
          state: 'done',
          label: t(`card.steps.${kind}`, { number: count ?? 0 }),
          note: <time dateTime={at}>{formats.dateTime(at)}</time>,
        }))}
      />
    </section>
  );
}
