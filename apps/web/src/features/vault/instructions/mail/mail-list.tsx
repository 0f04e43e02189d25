import { limits } from '@zavet/contract/limits';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import type { InstructionStatus } from '@zavet/contract/vault/instruction-values';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useDateLabel } from '../../../../ui/letters/date-label.ts';
import { LetterLink, LetterList, SkeletonLetters } from '../../../../ui/letters/letters.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { useRoomTexts } from '../files/attached-files.tsx';
import { useInstructionPage, useKnownCursors } from '../instruction-queries.ts';
import { deliveryStageOf } from '../instruction-rules.ts';
import { type PagePlace, pageSearchOf } from '../list/list-place.ts';
import styles from './mail.module.css';

interface MailListProps {
  folder: InstructionStatus;
  /** What is looked for; empty where nothing is. */
  words: string;
  place: PagePlace;
  chosenId: string | undefined;
}

/** The instructions as mails: those that wait for their day, or those that have gone out. */
export function MailList({ folder, words, place, chosenId }: MailListProps) {
  const { t } = useTranslation(['mail', 'list']);
  const formats = useFormats();
  const filters = { words, status: folder };
  const query = useInstructionPage(filters, place);
  const cursors = useKnownCursors(filters);
  const isSearched = words !== '';
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={t(isSearched ? 'searchFailed' : 'loadFailed')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => query.refetch()}
      />
    );
  }
  if (!query.data) return <SkeletonLetters count={6} />;
  const { instructions: mails, total } = query.data;
  const isOld = query.isPlaceholderData;
  const searchOf = (page: number) => ({
    folder,
    ...(isSearched && { q: words }),
    ...pageSearchOf({ page, after: cursors[page] }),
  });
  return (
    <>
      <p role="status" className={styles.status}>
        {isSearched && isOld && t('searching')}
        {isSearched && !isOld && t('found', { count: total, number: formats.number(total) })}
      </p>
      {mails.length > 0 && (
        <Mails mails={mails} search={searchOf(place.page)} folder={folder} chosenId={chosenId} />
      )}
      {total > limits.instructionsOnPage && (
        <Pager
          to="/mail"
          searchOf={searchOf}
          page={place.page}
          pageSize={limits.instructionsOnPage}
          shown={mails.length}
          total={total}
        />
      )}
      {mails.length === 0 && !isOld && <NoMails folder={folder} isSearched={isSearched} />}
    </>
  );
}

interface MailsProps {
  mails: readonly InstructionSummary[];
  /** The place in the list, which an opened mail keeps. */
  search: { folder: InstructionStatus; q?: string; page?: string; after?: string };
  folder: InstructionStatus;
  chosenId: string | undefined;
}

function Mails({ mails, search, folder, chosenId }: MailsProps) {
  const { t } = useTranslation(['mail', 'instructions']);
  const dateLabel = useDateLabel();
  return (
    <LetterList aria-label={t(`folders.${folder}`)}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <LetterLink
            to="/mail"
            search={{ ...search, message: mail.id }}
            aria-current={mail.id === chosenId ? 'true' : undefined}
            resetScroll={false}
            notes={[
              mail.priority === 'high' && (
                <strong key="priority">{t('instructions:priorities.high')}</strong>
              ),
              mail.files.length > 0 && t('instructions:card.files', { count: mail.files.length }),
              dateLabel(mail.created_at),
            ]}
            title={mail.is_unreadable ? t('instructions:damaged') : mail.title}
            preview={mail.preview}
          >
            <RoomTexts mail={mail} />
            {deliveryStageOf(mail) === 'queued' && (
              <span className={styles.queued}>{t('instructions:closed.badge.queued')}</span>
            )}
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

interface NoMailsProps {
  folder: InstructionStatus;
  isSearched: boolean;
}

function NoMails({ folder, isSearched }: NoMailsProps) {
  const { t } = useTranslation('mail');
  return (
    <EmptyState
      drawing={<Envelope kind="empty" />}
      title={isSearched ? t('empty.searchTitle') : t(`empty.${folder}Title`)}
    >
      {isSearched ? t('empty.searchText') : t(`empty.${folder}Text`)}
    </EmptyState>
  );
}
