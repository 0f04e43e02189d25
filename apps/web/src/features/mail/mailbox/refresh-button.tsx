import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { type ReactNode, useEffect, useState } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button, type ButtonKind } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { IconRefresh } from '../../../ui/more-icons.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { showMailbox, useMailbox } from './use-mailbox.ts';

const longestWaitMs = 20_000;

interface RefreshButtonProps {
  kind?: ButtonKind;
  children: ReactNode;
}

export function RefreshButton({ kind = 'quiet', children }: RefreshButtonProps) {
  const { refresh, isRefreshing } = useRefreshing();
  return (
    <Button
      kind={kind}
      icon={<IconRefresh size={20} aria-hidden />}
      loading={isRefreshing}
      onClick={refresh}
    >
      {children}
    </Button>
  );
}

/** Asks for a refresh, and runs until there is news of it. */
function useRefreshing() {
  const { t } = useTranslation('mailbox');
  const describe = useErrorText();
  const sync = useMutationOf('syncMailbox', { show: showMailbox });
  const [ordered, setOrdered] = useState<MailboxView>();
  const mailbox = useMailbox({ isAwaited: ordered !== undefined }).data;
  const isAwaited = ordered !== undefined && !isNews(ordered, mailbox);

  useEffect(() => {
    if (!ordered) return;
    const timer = setTimeout(() => setOrdered(undefined), isAwaited ? longestWaitMs : 0);
    return () => clearTimeout(timer);
  }, [ordered, isAwaited]);

  function refresh() {
    sync.mutate(undefined, {
      onSuccess: setOrdered,
      onError: (error) => toasts.error(`${t('refresh.failed')}. ${describe(error)}`),
    });
  }

  return { refresh, isRefreshing: sync.isPending || isAwaited };
}

/** It was refreshed since, or something has come in between. */
function isNews(former: MailboxView, mailbox: MailboxView | null | undefined): boolean {
  return mailbox?.last_email_sync !== former.last_email_sync || mailbox.trouble !== former.trouble;
}
