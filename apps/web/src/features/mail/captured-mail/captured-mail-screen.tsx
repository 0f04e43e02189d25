import { useSearch } from '@tanstack/react-router';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import styles from './captured-mail.module.css';
import { MailList } from './mail-list.tsx';
import { MailView } from './mail-view.tsx';

const refreshEveryMs = 3000;

/** The mails that would have been sent, for trying the product without a mail server. */
export function CapturedMailScreen() {
  const { t } = useTranslation('captured-mail');
  const { mail: chosenId } = useSearch({ from: '/public/dev/mailbox' });
  const query = useEndpoint('listCapturedMails', {}, { refetchInterval: refreshEveryMs });
  const mails = query.data?.mails;

  return (
    <Page title={t('title')} lead={t('lead')}>
      {query.isPending && (
        <div className={styles.columns}>
          <SkeletonLines lines={8} />
        </div>
      )}
      {query.isError && !mails && (
        <ErrorState
          title={t('unavailable')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {mails?.length === 0 && (
        <EmptyState drawing={<Envelope kind="opened" />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      )}
      {mails && mails.length > 0 && (
        <div className={styles.columns}>
          <MailList mails={mails} chosenId={chosenId} />
          {chosenId ? <MailView id={chosenId} /> : <p className={styles.quiet}>{t('choose')}</p>}
        </div>
      )}
    </Page>
  );
}
