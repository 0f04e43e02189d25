import type { MailboxView } from '@zavet/contract/mailbox/mailbox-schemas';
import { useEffect, useState } from 'react';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useMailbox, useSyncMailbox } from './mailbox.ts';

const longestWaitMs = 20_000;

/** Asks for a refresh, and runs until there is news of it. */
export function useRefreshing() {
  const { t } = useTranslation('mailbox');
  const describe = useErrorText();
  const sync = useSyncMailbox();
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
