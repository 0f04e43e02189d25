import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import type {
  MailboxAttachment,
  MailboxMessageView,
  MailboxPerson,
} from '@zavet/contract/mail/mailbox-endpoints';
import type { MailboxFolder } from '@zavet/contract/mail/mailbox-values';
import { useEffect } from 'react';
import { api } from '../../../platform/client/api.ts';
import { everyInputOf } from '../../../platform/queries/query-keys.ts';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { Card } from '../../../ui/card.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { BackToLetters, LetterCard } from '../../../ui/letters/letters.tsx';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FileRow, FileRows, useSaveFile } from '../../vault/instructions/public/file-list.tsx';
import styles from './mailbox.module.css';
import { MessageBody } from './message-body.tsx';
import { useMailbox } from './use-mailbox.ts';

interface MessageDetailProps {
  id: string;
  folder: MailboxFolder;
}

/** One message of the connected mailbox, read-only. */
export function MessageDetail({ id, folder }: MessageDetailProps) {
  // Without a mailbox, the list shows how to connect one.
  if (useMailbox().data === null) return null;
  return (
    <>
      <BackToLetters folder={folder} />
      <OpenMessage id={id} />
    </>
  );
}

function OpenMessage({ id }: { id: string }) {
  const { t } = useTranslation('mailbox');
  // Fetched once, because the mail server may take seconds.
  const query = useEndpoint(
    'getMailboxMessage',
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY, retry: false },
  );
  const refusal = refusalOf(query.error);
  useInvalidateListWhen(refusal === 'gone');
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

function useInvalidateListWhen(isDeleted: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isDeleted) void client.invalidateQueries({ queryKey: everyInputOf('listMailboxMessages') });
  }, [client, isDeleted]);
}

/** Classifies errors that a retry cannot solve; undefined for other errors. */
function refusalOf(error: unknown): 'gone' | 'tooLarge' | undefined {
  if (!(error instanceof ApiError)) return undefined;
  switch (error.code) {
    case 'mailbox_message_missing':
    case 'not_found':
    case 'invalid_input':
      return 'gone';
    case 'mailbox_message_too_large':
      return 'tooLarge';
    default:
      return undefined;
  }
}

function Message({ message }: { message: MailboxMessageView }) {
  const { t } = useTranslation('mailbox');
  return (
    <LetterCard title={message.subject || t('noSubject')}>
      <div className={styles.facts}>
        <MessageHeaders message={message} />
      </div>
      {message.is_broken && <Notice kind="warning">{t('message.broken')}</Notice>}
      <MessageBody message={message} />
      <MessageAttachments message={message} />
      <p className={styles.quiet}>{t('message.readOnly')}</p>
    </LetterCard>
  );
}

function MessageHeaders({ message }: { message: MailboxMessageView }) {
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

/** Attachments are untrusted: they can be saved, never opened here. */
function MessageAttachments({ message }: { message: MailboxMessageView }) {
  const { t } = useTranslation('mailbox');
  const { busyId, save } = useSaveFile();
  if (message.attachments.length === 0) return null;

  function download({ index, file_name }: MailboxAttachment) {
    const params = { id: message.id, index };
    void save(String(index), file_name, () => api.downloadMailboxAttachment({ params }));
  }

  return (
    <>
      <Heading level={3}>{t('message.attachments')}</Heading>
      <FileRows label={t('message.attachments')}>
        {message.attachments.map((attachment) => (
          <FileRow
            key={attachment.index}
            file={{ ...attachment, id: String(attachment.index), size_bytes: attachment.size }}
            isBusy={busyId === String(attachment.index)}
            onDownload={() => download(attachment)}
          />
        ))}
      </FileRows>
      <p className={styles.quiet}>{t('message.attachmentsNote')}</p>
    </>
  );
}

const maxListedPeople = 5;

/** Returns name formatters: `short` for lists; `full` and `all` include the addresses. */
export function usePersonNames() {
  const { t } = useTranslation('mailbox');
  const short = (person: MailboxPerson | null) =>
    person?.name || person?.address || t('unknownPerson');
  const full = (person: MailboxPerson | null) =>
    person?.name && person.address ? `${person.name} <${person.address}>` : short(person);
  const all = (people: readonly MailboxPerson[]) => {
    const named = people.slice(0, maxListedPeople).map(full).join(', ');
    const hiddenCount = people.length - maxListedPeople;
    return hiddenCount > 0 ? t('message.andOthers', { named, count: hiddenCount }) : named;
  };
  return { short, full, all };
}
