import type { ActiveSessionView } from '@zavet/contract/identity/account-schemas';
import { useRef } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { SectionCard } from '../../../../ui/card.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import styles from '../cards/cards.module.css';
import { SessionItem } from './session-item.tsx';

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
  const report = useOutcomeToast();
  const endOthers = useMutationOf('endOtherSessions');
  const hasOthers = sessions.some((session) => !session.is_current);

  async function confirm() {
    const done = ({ ended }: { ended: number }) => t('sessions.othersEnded', { count: ended });
    if (await report(endOthers.mutateAsync(), { done })) requestAnimationFrame(onEnded);
  }

  return (
    <>
      <ul className={styles.list}>
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
        <p className={styles.lead}>{t('sessions.none')}</p>
      )}
    </>
  );
}
