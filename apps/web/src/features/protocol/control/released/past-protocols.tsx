import type { PastProtocol } from '@zavet/contract/protocol/legacy-endpoints';
import { SectionCard } from '../../../../ui/card.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useOwnProtocol } from '../public/own-protocol.ts';
import styles from './released.module.css';

/** Starts that took effect before the protocol was armed again. */
export function PastProtocols() {
  const { t } = useTranslation('release');
  const past = useOwnProtocol().data?.past ?? [];
  if (past.length === 0) return null;
  return (
    <SectionCard title={t('past.title')}>
      <ul className={styles.list}>
        {past.map((one) => (
          <PastItem key={one.activation_id} past={one} />
        ))}
      </ul>
    </SectionCard>
  );
}

function PastItem({ past }: { past: PastProtocol }) {
  const { t } = useTranslation('release');
  const formats = useFormats();
  const date = formats.dateTime(past.activated_at);
  const contact = past.contact_name;
  return (
    <li className={styles.item}>
      <strong>
        {contact ? t('past.started', { date, contact }) : t('past.startedGone', { date })}
      </strong>
      <span>{t('past.letters', { total: past.progress.total, opened: past.opened })}</span>
      <span className={styles.quiet}>
        {t('past.armed', { date: formats.dateTime(past.armed_at) })}
      </span>
    </li>
  );
}
