import type { SecurityEventView } from '@zavet/contract/identity/account-schemas';
import { Button } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useDeviceName } from '../security/use-device-name.ts';
import styles from './privacy.module.css';

interface LogEntryProps {
  event: SecurityEventView;
  onDisown: () => void;
}

export function LogEntry({ event, onDisown }: LogEntryProps) {
  const { t } = useTranslation(['privacy', 'settings']);
  const formats = useFormats();
  const device = useDeviceName()(event.user_agent);
  const moment = formats.dateTime(event.created_at);
  return (
    <li className={styles.entry} data-kind={event.kind}>
      <div className={styles.text}>
        <p className={styles.strong}>{t(`settings:events.kinds.${event.kind}`)}</p>
        <ul className={styles.details}>
          <li>
            <time dateTime={event.created_at}>{moment}</time>
          </li>
          {event.user_agent && <li>{device}</li>}
          {event.ip_address && <li>{t('settings:sessions.ip', { ip: event.ip_address })}</li>}
        </ul>
      </div>
      {event.kind === 'signed_in' && (
        <Button
          kind="quiet"
          className={styles.disown}
          aria-label={t('log.disownNamed', { device, moment })}
          onClick={onDisown}
        >
          {t('log.disown')}
        </Button>
      )}
    </li>
  );
}
