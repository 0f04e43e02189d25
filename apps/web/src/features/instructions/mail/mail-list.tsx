import { IconMailOpened } from '@tabler/icons-react';
import type { InstructionSummary } from '@zavet/contract/instructions/instruction-schemas';
import type { InstructionStatus } from '@zavet/contract/instructions/instruction-values';
import { Badge } from '../../../interface/badge.tsx';
import { EmptyState } from '../../../interface/empty-state.tsx';
import { ErrorState } from '../../../interface/error-state.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { LetterLink, LetterList } from '../../../interface/letters/letter-list.tsx';
import { useDateLabel } from '../../../interface/letters/use-date-label.ts';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import { useInstructions } from '../api/instructions.ts';
import { deliveryStageOf } from '../closed.ts';
import { useRoomTexts } from '../files/files-without-room.tsx';
import styles from './mail.module.css';
import { inFolder } from './mail-folders.ts';
import { useMailSearch } from './use-mail-search.ts';

interface MailListProps {
  folder: InstructionStatus;
  /** What is looked for; empty where nothing is. */
  words: string;
  chosenId: string | undefined;
}

/** The instructions as mails: those that wait for their day, or those that have gone out. */
export function MailList({ folder, words, chosenId }: MailListProps) {
  const { t } = useTranslation('mail');
  const query = useInstructions();
  if (query.data) {
    const mails = query.data.instructions;
    return <FoundMails mails={mails} folder={folder} words={words} chosenId={chosenId} />;
  }
  return query.isError ? (
    <ErrorState
      title={t('loadFailed')}
      error={query.error}
      isRetrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  ) : (
    <SkeletonLines lines={8} />
  );
}

interface FoundMailsProps extends MailListProps {
  mails: InstructionSummary[];
}

function FoundMails({ mails, folder, words, chosenId }: FoundMailsProps) {
  const { t } = useTranslation('mail');
  const search = useMailSearch(words);
  const shown = inFolder(mails, folder, search.foundIds);
  return (
    <>
      <p role="status" className={styles.status}>
        {search.foundIds && !search.isWaiting && t('found', { count: shown.length })}
        {search.isWaiting && t('searching')}
      </p>
      {search.error ? (
        <ErrorState title={t('searchFailed')} error={search.error} onRetry={search.retry} />
      ) : (
        <Mails mails={shown} folder={folder} chosenId={chosenId} />
      )}
      {shown.length === 0 && !search.error && (
        <NoMails folder={folder} isSearched={search.foundIds !== undefined} />
      )}
    </>
  );
}

function Mails({ mails, folder, chosenId }: Omit<FoundMailsProps, 'words'>) {
  const { t } = useTranslation(['mail', 'instructions']);
  const dateLabel = useDateLabel();
  if (mails.length === 0) return null;
  return (
    <LetterList aria-label={t(`folders.${folder}`)}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <LetterLink
            to="/mail"
            search={{ folder, message: mail.id }}
            aria-current={mail.id === chosenId ? 'true' : undefined}
            resetScroll={false}
            title={<strong>{mail.is_unreadable ? t('instructions:damaged') : mail.title}</strong>}
            date={dateLabel(mail.created_at)}
            preview={mail.preview}
          >
            <RoomTexts mail={mail} />
            <MailBadges mail={mail} />
          </LetterLink>
        </li>
      ))}
    </LetterList>
  );
}

/** Which of its files go or went for lack of space. */
function RoomTexts({ mail }: { mail: InstructionSummary }) {
  const { leaving, removed } = useRoomTexts(mail);
  return (
    <>
      {leaving && <span className={styles.leaving}>{leaving}</span>}
      {removed.map((text) => (
        <span key={text} className={styles.removed}>
          {text}
        </span>
      ))}
    </>
  );
}

function MailBadges({ mail }: { mail: InstructionSummary }) {
  const { t } = useTranslation('instructions');
  const isQueued = deliveryStageOf(mail) === 'queued';
  if (mail.files.length === 0 && !isQueued) return null;
  return (
    <span className={styles.badges}>
      {mail.files.length > 0 && (
        <Badge tone="gold">{t('card.files', { count: mail.files.length })}</Badge>
      )}
      {isQueued && <Badge tone="gold">{t('closed.badge.queued')}</Badge>}
    </span>
  );
}

interface NoMailsProps {
  folder: InstructionStatus;
  isSearched: boolean;
}

function NoMails({ folder, isSearched }: NoMailsProps) {
  const { t } = useTranslation('mail');
  return (
    <EmptyState
      icon={<IconMailOpened size={28} />}
      title={isSearched ? t('empty.searchTitle') : t(`empty.${folder}Title`)}
    >
      {isSearched ? t('empty.searchText') : t(`empty.${folder}Text`)}
    </EmptyState>
  );
}
