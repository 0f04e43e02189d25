import type { DeliveryProgress } from '@zavet/contract/protocol/legacy-schemas';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Meter } from '../../../../ui/meter.tsx';
import styles from '../protocol.module.css';

/** How far the mails of a protocol are, drawn and in words. */
export function DeliveryMeter({ progress }: { progress: DeliveryProgress }) {
  const { t } = useTranslation('protocol');
  const { total, accepted, waiting, unreachable, withheld, closed, opened } = progress;
  const text = t('progress.accepted', { accepted, total });
  return (
    <div className={styles.meter}>
      <Meter
        label={t('progress.label')}
        valueText={text}
        percent={total === 0 ? 100 : (accepted / total) * 100}
        color={unreachable + withheld > 0 ? 'yellow' : 'green'}
      />
      <div className={styles.quiet}>
        <p>{text}</p>
        {opened > 0 && <p>{t('progress.opened', { opened })}</p>}
        {waiting > 0 && <p>{t('progress.waiting', { count: waiting })}</p>}
        {unreachable > 0 && <p>{t('progress.unreachable', { count: unreachable })}</p>}
        {withheld > 0 && <p>{t('progress.withheld', { count: withheld })}</p>}
        {closed > 0 && <p>{t('progress.closed', { count: closed })}</p>}
      </div>
    </div>
  );
}
