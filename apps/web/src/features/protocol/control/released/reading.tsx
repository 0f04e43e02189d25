import type { OwnDelivery } from '@zavet/contract/protocol/legacy-endpoints';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './released.module.css';
import { openedDeliveriesOf } from './released-rules.ts';

/** Who has read what, and when. */
export function OpenedLetters({ deliveries }: { deliveries: readonly OwnDelivery[] }) {
  const { t } = useTranslation('stop');
  const read = openedDeliveriesOf(deliveries);
  return (
    <div className={styles.part}>
      <Heading level={3}>{t('read.title')}</Heading>
      {read.length === 0 && <p className={styles.quiet}>{t('read.none')}</p>}
      {read.length > 0 && (
        <ul className={styles.list}>
          {read.map((delivery) => (
            <OpenedLetter key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </div>
  );
}

function OpenedLetter({ delivery }: { delivery: OwnDelivery }) {
  const { t } = useTranslation('stop');
  const formats = useFormats();
  const { title, recipient_name, recipient_email, opened_at, downloaded_at } = delivery;
  return (
    <li className={styles.item}>
      <span>
        <strong>{recipient_name ?? recipient_email ?? t('read.damaged')}</strong>
        {title && ` ${t('read.letter', { title })}`}
      </span>
      {opened_at && (
        <span className={styles.quiet}>
          {t('read.opened', { date: formats.dateTime(opened_at) })}
        </span>
      )}
      {downloaded_at && (
        <span className={styles.quiet}>
          {t('read.downloaded', { date: formats.dateTime(downloaded_at) })}
        </span>
      )}
    </li>
  );
}
