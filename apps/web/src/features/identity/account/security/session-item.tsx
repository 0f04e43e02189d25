import type { ActiveSessionView } from '@zavet/contract/account/account-schemas';
import { readUserAgent } from '@zavet/contract/account/user-agent';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { IconDeviceDesktop } from '../../../../ui/icons.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import {
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceUnknown,
} from '../../../../ui/more-icons.tsx';
import styles from './security.module.css';
import { useDeviceName } from './use-device-name.ts';

const icons = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDeviceUnknown,
};

interface SessionItemProps {
  session: ActiveSessionView;
  onEnd: () => void;
}

export function SessionItem({ session, onEnd }: SessionItemProps) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const device = useDeviceName()(session.user_agent);
  const Icon = icons[readUserAgent(session.user_agent).form];
  return (
    <li className={styles.session}>
      <Icon size={28} className={styles.sessionIcon} aria-hidden />
      <div className={styles.sessionText}>
        <p className={styles.strong}>{device}</p>
        {session.is_current && <Badge tone="green">{t('sessions.current')}</Badge>}
        <ul className={styles.details}>
          {session.ip_address && <li>{t('sessions.ip', { ip: session.ip_address })}</li>}
          <li>{t('sessions.since', { time: formats.dateTime(session.created_at) })}</li>
          <li>{t('sessions.lastSeen', { time: formats.dateTime(session.last_seen_at) })}</li>
        </ul>
      </div>
      {!session.is_current && (
        <Button
          kind="quietDanger"
          className={styles.sessionEnd}
          aria-label={t('sessions.endNamed', { device })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
