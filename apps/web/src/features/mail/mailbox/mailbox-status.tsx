import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { type ReactNode, useEffect, useState } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button, type ButtonKind } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { IconRefresh } from '../../../ui/more-icons.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import styles from './mailbox.module.css';
import { showMailbox, useMailbox } from './use-mailbox.ts';

export function FirstSyncProgress({ mailbox }: { mailbox: MailboxView }) {
  const { t } = useTranslation('mailbox');
  const formats = useFormats();
  if (mailbox.state !== 'first_sync') return null;
  const progress = mailbox.progress;
  const isCounted = progress !== null && progress.total > 0;
  return (
    <div className={styles.firstSync}>
      <ProgressBar
        label={t('firstSync.label')}
        percent={isCounted ? (100 * progress.done) / progress.total : undefined}
      />
      <p>
        {isCounted
          ? t('firstSync.counted', {
              done: formats.number(progress.done),
              total: formats.number(progress.total),
            })
          : t('firstSync.begun')}
      </p>
    </div>
  );
}

const minuteMs = 60_000;

/** Example: «Обновлено 5 минут назад». */
export function LastSyncTime({ mailbox }: { mailbox: MailboxView }) {
  const { t } = useTranslation('mailbox');
  const formats = useFormats();
  useRerenderEachMinute();
  const syncedAt = mailbox.last_email_sync;
  if (syncedAt === null) return t('lastSync.never');
  return (
    <time dateTime={syncedAt} title={formats.dateTime(syncedAt)}>
      {t('lastSync.at', { ago: formats.ago(syncedAt) })}
    </time>
  );
}

function useRerenderEachMinute(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), minuteMs);
    return () => clearInterval(timer);
  }, []);
}

const refreshTimeoutMs = 20_000;

interface RefreshButtonProps {
  kind?: ButtonKind;
  children: ReactNode;
}

export function RefreshButton({ kind = 'quiet', children }: RefreshButtonProps) {
  const { refresh, isRefreshing } = useRefresh();
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

/** Requests a sync and waits for its result, up to a timeout. */
function useRefresh() {
  const { t } = useTranslation('mailbox');
  const describe = useErrorText();
  const sync = useMutationOf('syncMailbox', { show: showMailbox });
  const [previous, setPrevious] = useState<MailboxView>();
  const mailbox = useMailbox({ isRefreshing: previous !== undefined }).data;
  const isWaiting = previous !== undefined && !hasSyncEnded(previous, mailbox);

  useEffect(() => {
    if (!previous) return;
    const timer = setTimeout(() => setPrevious(undefined), isWaiting ? refreshTimeoutMs : 0);
    return () => clearTimeout(timer);
  }, [previous, isWaiting]);

  function refresh() {
    sync.mutate(undefined, {
      onSuccess: setPrevious,
      onError: (error) => toasts.error(`${t('refresh.failed')}. ${describe(error)}`),
    });
  }

  return { refresh, isRefreshing: sync.isPending || isWaiting };
}

function hasSyncEnded(before: MailboxView, mailbox: MailboxView | null | undefined): boolean {
  return mailbox?.last_email_sync !== before.last_email_sync || mailbox.trouble !== before.trouble;
}
