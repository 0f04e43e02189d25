import type { CheckInSettingsView } from '@zavet/contract/protocol/check-in-endpoints';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './presence.module.css';

/** What comes next if the owner gives no sign of life. */
export function NextCheckIn({ presence }: { presence: CheckInSettingsView }) {
  const { t } = useTranslation('presence');
  const formats = useFormats();
  const { state, next_step_at, is_last_step, confirmed_contacts, steps } = presence;
  const day = next_step_at === null ? '' : formats.date(next_step_at);
  const hasContacts = confirmed_contacts > 0;
  switch (state) {
    case 'disabled':
      return null;
    case 'watching':
      return <p className={styles.strong}>{t('card.next', { day })}</p>;
    case 'asking':
      if (!is_last_step) return <Notice>{t('card.nextMail', { day })}</Notice>;
      return (
        <Notice kind="warning">
          {hasContacts ? t('card.lastStep', { day }) : t('card.lastStepNobody')}
        </Notice>
      );
    case 'resting': {
      const wereContactsNotified = steps.some(({ kind }) => kind === 'contacts_told');
      return (
        <Notice kind="warning">
          {t(wereContactsNotified ? 'card.resting' : 'card.restingNobody')}
        </Notice>
      );
    }
    case 'paused':
      return <p className={styles.strong}>{t('card.paused')}</p>;
  }
}
