import { useState } from 'react';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import styles from './captured-mail.module.css';

export function MailView({ id }: { id: string }) {
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
