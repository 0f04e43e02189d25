import { ApiError } from '@zavet/contract/client';
import type { ActiveSessionView } from '@zavet/contract/identity/account-schemas';
import { parseUserAgent } from '@zavet/contract/identity/user-agent';
import { useRef } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { IconDeviceDesktop } from '../../../../ui/icons.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import {
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceUnknown,
} from '../../../../ui/more-icons.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import cardStyles from '../cards.module.css';
import styles from './security.module.css';
import { useDeviceName } from './use-device-name.ts';

export function SessionsCard() {
  const { t } = useTranslation('settings');
  const query = useEndpoint('listSessions');
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <SectionCard title={t('sessions.title')} lead={t('sessions.lead')} headingRef={heading}>
      <Loaded query={query} lines={4}>
        {({ sessions }) => (
          <SessionList sessions={sessions} onEnded={() => heading.current?.focus()} />
        )}
      </Loaded>
    </SectionCard>
  );
}

interface SessionListProps {
  sessions: ActiveSessionView[];
  /** Moves the focus, because the pressed button disappears. */
  onEnded: () => void;
}

function SessionList({ sessions, onEnded }: SessionListProps) {
  const { t } = useTranslation('settings');
  const report = useOutcomeToast();
  const endOthers = useMutationOf('endOtherSessions');
  const hasOthers = sessions.some((session) => !session.is_current);

  async function confirm() {
    const done = ({ ended }: { ended: number }) => t('sessions.othersEnded', { count: ended });
    if (await report(endOthers.mutateAsync(), { done })) requestAnimationFrame(onEnded);
  }

  return (
    <>
      <ul className={cardStyles.list}>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} onEnded={onEnded} />
        ))}
      </ul>
      {hasOthers ? (
        <div>
          <ConfirmButton
            kind="quietDanger"
            label={t('sessions.endOthers')}
            title={t('sessions.endOthersTitle')}
            confirmLabel={t('sessions.endOthersConfirm')}
            isDangerous
            act={confirm}
          >
            {t('sessions.endOthersText')}
          </ConfirmButton>
        </div>
      ) : (
        <p className={cardStyles.lead}>{t('sessions.none')}</p>
      )}
    </>
  );
}

const icons = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDeviceUnknown,
};

interface SessionItemProps {
  session: ActiveSessionView;
  /** Moves the focus, because the pressed button disappears. */
  onEnded: () => void;
}

function SessionItem({ session, onEnded }: SessionItemProps) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const device = useDeviceName()(session.user_agent);
  const Icon = icons[parseUserAgent(session.user_agent).form];
  const describe = useErrorText();
  const end = useMutationOf('endSession');

  async function confirm() {
    try {
      await end.mutateAsync({ params: { id: session.id } });
      toasts.success(t('sessions.ended'));
    } catch (error) {
      const isEnded = error instanceof ApiError && error.code === 'not_found';
      if (!isEnded) return toasts.error(describe(error));
      toasts.plain(t('sessions.endedAlready'));
    }
    requestAnimationFrame(onEnded);
  }

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
        <ConfirmButton
          kind="quietDanger"
          className={styles.sessionEnd}
          label={t('sessions.end')}
          aria-label={t('sessions.endNamed', { device })}
          title={t('sessions.endTitle')}
          confirmLabel={t('sessions.endConfirm')}
          isDangerous
          act={confirm}
        >
          {t('sessions.endText', { device })}
        </ConfirmButton>
      )}
    </li>
  );
}
