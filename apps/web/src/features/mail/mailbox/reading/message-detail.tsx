import { useQueryClient } from '@tanstack/react-query';
import type { MailboxMessageView } from '@zavet/contract/mailbox/mailbox-schemas';
import type { MailboxFolder } from '@zavet/contract/mailbox/mailbox-values';
import { useEffect } from 'react';
import { Card } from '../../../../ui/card.tsx';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { BackToLetters, LetterCard } from '../../../../ui/letters/letters.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { useMailbox } from '../api/mailbox.ts';
import { refusalOf, useMessage } from '../api/messages.ts';
import { MessageAttachments } from './message-attachments.tsx';
import { MessageBody } from './message-body.tsx';
import { usePersonNames } from './person-names.ts';
import styles from './reading.module.css';

interface MessageDetailProps {
  id: string;
  folder: MailboxFolder;
}

/** One mail of the connected mailbox. Nothing can be done with it here but to read it. */
export function MessageDetail({ id, folder }: MessageDetailProps) {
  // The list says that nothing is connected, and how to.
  if (useMailbox().data === null) return null;
  return (
    <>
      <BackToLetters folder={folder} />
      <Opened id={id} />
    </>
  );
}

function Opened({ id }: { id: string }) {
  const { t } = useTranslation('mailbox');
  const query = useMessage(id);
  const refusal = refusalOf(query.error);
  useReadAgainWhen(refusal === 'gone');
  if (query.data) return <Message message={query.data} />;
  if (!query.isError) {
    return (
      <Card>
        <p className={styles.quiet}>{t('message.loading')}</p>
        <SkeletonLines lines={8} />
      </Card>
    );
  }
  if (refusal) {
    return (
      <EmptyState
        role="alert"
        drawing={<Envelope kind="empty" />}
        title={t(`message.${refusal}Title`)}
      >
        {t(`message.${refusal}Text`)}
      </EmptyState>
    );
  }
  return (
    <ErrorState
      title={t('message.failed')}
      error={query.error}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

/** What is gone from the mailbox has no place in its list either. */
function useReadAgainWhen(isGone: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isGone) void client.invalidateQueries({ queryKey: ['mailboxMessages'] });
  }, [client, isGone]);
}

function Message({ message }: { message: MailboxMessageView }) {
  const { t } = useTranslation('mailbox');
  return (
    <LetterCard title={message.subject || t('noSubject')}>
      <div className={styles.facts}>
        <MessageFacts message={message} />
      </div>
      {message.is_broken && <Notice kind="warning">{t('message.broken')}</Notice>}
      <MessageBody message={message} />
      <MessageAttachments message={message} />
      <p className={styles.quiet}>{t('message.readOnly')}</p>
    </LetterCard>
  );
}

function MessageFacts({ message }: { message: MailboxMessageView }) {
  const { t } = useTranslation('mailbox');
  const formats = useFormats();
  const names = usePersonNames();
  const people = (name: 'to' | 'cc' | 'reply_to') =>
    message[name].length > 0
      ? [{ name: t(`message.${name}`), value: <bdi>{names.all(message[name])}</bdi> }]
      : [];
  return (
    <FactList
      facts={[
        { name: t('message.from'), value: <bdi>{names.full(message.from)}</bdi> },
        ...people('to'),
        ...people('cc'),
        ...people('reply_to'),
        ...(message.received_at === null
          ? []
          : [{ name: t('message.date'), value: formats.dateTime(message.received_at) }]),
      ]}
    />
  );
}
