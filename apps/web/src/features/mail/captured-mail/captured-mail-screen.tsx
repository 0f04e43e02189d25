import { Link, useSearch } from '@tanstack/react-router';
import type { OutputOf } from '@zavet/contract/endpoint';
import type { capturedMailEndpoints } from '@zavet/contract/mail/captured-mail-endpoints';
import { useState } from 'react';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { Card } from '../../../ui/card.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import styles from './captured-mail.module.css';

const pollIntervalMs = 3000;

/** Shows the mails of an installation without a mail server. */
export function CapturedMailScreen() {
  const { t } = useTranslation('captured-mail');
  const { mail: selectedId } = useSearch({ from: '/public/dev/mailbox' });
  const query = useEndpoint('listCapturedMails', {}, { refetchInterval: pollIntervalMs });
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
          <MailList mails={mails} selectedId={selectedId} />
          {selectedId ? (
            <MailView id={selectedId} />
          ) : (
            <p className={styles.quiet}>{t('choose')}</p>
          )}
        </div>
      )}
    </Page>
  );
}

type Mails = OutputOf<typeof capturedMailEndpoints.listCapturedMails>['mails'];

interface MailListProps {
  mails: Mails;
  selectedId: string | undefined;
}

function MailList({ mails, selectedId }: MailListProps) {
  const { t } = useTranslation('captured-mail');
  const formats = useFormats();
  return (
    <nav aria-label={t('list')} className={styles.list}>
      <ul>
        {mails.map((mail) => (
          <li key={mail.id}>
            <Link
              to="/dev/mailbox"
              search={{ mail: mail.id }}
              className={styles.item}
              aria-current={mail.id === selectedId ? 'true' : undefined}
            >
              <strong>{mail.subject}</strong>
              <span>{mail.to}</span>
              <span>{formats.dateTime(mail.captured_at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MailView({ id }: { id: string }) {
  const { t } = useTranslation('captured-mail');
  const formats = useFormats();
  const [view, setView] = useState<'html' | 'text'>('html');
  const query = useEndpoint(
    'getCapturedMail',
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={6} />;
  const mail = query.data;

  return (
    <Card>
      <Heading level={2}>{mail.subject}</Heading>
      <dl className={styles.facts}>
        <dt>{t('from')}</dt>
        <dd>{mail.from}</dd>
        <dt>{t('to')}</dt>
        <dd>{mail.to}</dd>
        {mail.reply_to && (
          <>
            <dt>{t('replyTo')}</dt>
            <dd>{mail.reply_to}</dd>
          </>
        )}
        <dt>{t('date')}</dt>
        <dd>{formats.dateTime(mail.captured_at)}</dd>
      </dl>
      <SegmentedControl
        label={t('view')}
        hidesLabel
        value={view}
        options={(['html', 'text'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={setView}
      />
      {view === 'html' ? (
        <iframe
          key={id}
          className={styles.frame}
          title={mail.subject}
          src={`/api/dev/mails/${encodeURIComponent(id)}/html`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <LinkedText text={mail.text} />
      )}
    </Card>
  );
}
