import type { ActiveSessionView } from '@zavet/contract/account/account-schemas';
import { ApiError } from '@zavet/contract/client';
import { useRef, useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { SectionCard } from '../../../../ui/section-card.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import styles from '../cards/cards.module.css';
import { SessionItem } from './session-item.tsx';
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
  /** The button that had the focus goes with its session. */
  onEnded: () => void;
}

function SessionList({ sessions, onEnded }: SessionListProps) {
  const { t } = useTranslation('settings');
  const [chosen, setChosen] = useState<ActiveSessionView | 'others'>();
  const hasOthers = sessions.some((session) => !session.is_current);

  function close(hasEnded: boolean) {
    setChosen(undefined);
    if (hasEnded) requestAnimationFrame(onEnded);
  }

  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => setChosen(session)} />
        ))}
      </ul>
      {hasOthers ? (
        <div>
          <Button kind="quietDanger" onClick={() => setChosen('others')}>
            {t('sessions.endOthers')}
          </Button>
        </div>
      ) : (
        <p className={styles.lead}>{t('sessions.none')}</p>
      )}
      <EndOneDialog session={chosen === 'others' ? undefined : chosen} onClose={close} />
      <EndOthersDialog isOpen={chosen === 'others'} onClose={close} />
    </>
  );
}

interface EndOneDialogProps {
  session: ActiveSessionView | undefined;
  onClose: (hasEnded: boolean) => void;
}

function EndOneDialog({ session, onClose }: EndOneDialogProps) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  const deviceName = useDeviceName();
  const end = useMutationOf('endSession');

  function confirm() {
    if (!session) return;
    end.mutate(
      { params: { id: session.id } },
      {
        onSuccess: () => {
          toasts.success(t('sessions.ended'));
          onClose(true);
        },
        onError: (error) => {
          const isGone = error instanceof ApiError && error.code === 'not_found';
          if (isGone) toasts.plain(t('sessions.endedAlready'));
          else toasts.error(describe(error));
          onClose(isGone);
        },
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen={session !== undefined}
      title={t('sessions.endTitle')}
      confirmLabel={t('sessions.endConfirm')}
      isDangerous
      isBusy={end.isPending}
      onConfirm={confirm}
      onCancel={() => onClose(false)}
    >
      {session && t('sessions.endText', { device: deviceName(session.user_agent) })}
    </ConfirmDialog>
  );
}

interface EndOthersDialogProps {
  isOpen: boolean;
  onClose: (hasEnded: boolean) => void;
}

function EndOthersDialog({ isOpen, onClose }: EndOthersDialogProps) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  const end = useMutationOf('endOtherSessions');

  function confirm() {
    end.mutate(undefined, {
      onSuccess: ({ ended }) => {
        toasts.success(t('sessions.othersEnded', { count: ended }));
        onClose(true);
      },
      onError: (error) => {
        toasts.error(describe(error));
        onClose(false);
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('sessions.endOthersTitle')}
      confirmLabel={t('sessions.endOthersConfirm')}
      isDangerous
      isBusy={end.isPending}
      onConfirm={confirm}
      onCancel={() => onClose(false)}
    >
      {t('sessions.endOthersText')}
    </ConfirmDialog>
  );
}
