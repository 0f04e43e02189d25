import { useState } from 'react';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { useMailbox } from '../use-mailbox.ts';
import { ConnectCard } from './connect-card.tsx';
import { MailboxCard } from './mailbox-card.tsx';

/** Connects the owner's mailbox, or shows how the connected one is doing. */
export function MailboxTab() {
  const { t } = useTranslation('mailbox');
  const query = useMailbox();
  // One card takes the place of the other, and the pressed button goes with the former.
  const [isChanged, setChanged] = useState(false);
  const change = () => setChanged(true);
  if (query.data) {
    return <MailboxCard mailbox={query.data} takesFocus={isChanged} onDisconnected={change} />;
  }
  if (query.data === null) return <ConnectCard takesFocus={isChanged} onConnected={change} />;
  return (
    <Card>
      {query.isError ? (
        <ErrorState
          title={t('loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Card>
  );
}
