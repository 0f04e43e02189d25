import { useNavigate } from '@tanstack/react-router';
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
import { useFileRemovalTexts } from '../files/attached-files.tsx';
import { useInstructionPage } from '../instruction-queries.ts';
import { deliveryStageOf } from '../instruction-rules.ts';
import { pageSearchOf, useLastPageRedirect } from '../list/list-state.ts';
import styles from './mail.module.css';

interface MailListProps {
  folder: InstructionStatus;
  /** Empty without a search. */
  searchText: string;
  page: number;
  selectedId: string | undefined;
}

/** Shows the instructions of the outbox or the sent ones as letters. */
export function MailList({ folder, searchText, page, selectedId }: MailListProps) {
  const { t } = useTranslation(['mail', 'list']);
  const formats = useFormats();
  const filters = { searchText, status: folder };
  const query = useInstructionPage(filters, page);
  const isSearched = searchText !== '';
  const navigate = useNavigate();
  useLastPageRedirect(page, query.isPlaceholderData ? undefined : query.data?.total, (last) => {
    const search = (now: object) => ({ ...now, page: pageSearchOf(last).page });
    void navigate({ to: '/mail', search, replace: true });
  });
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
  const isStale = query.isPlaceholderData;
  const searchOf = (number: number) => ({
    folder,
    ...(isSearched && { q: searchText }),
    ...pageSearchOf(number),
  });
  return (
    <>
      <p role="status" className={styles.status}>
        {isSearched && isStale && t('searching')}
        {isSearched && !isStale && t('found', { count: total, number: formats.number(total) })}
      </p>
      {mails.length > 0 && (
        <Mails mails={mails} search={searchOf(page)} folder={folder} selectedId={selectedId} />
      )}
      {total > limits.instructionsOnPage && (
        <Pager
          to="/mail"
          searchOf={searchOf}
          page={page}
          pageSize={limits.instructionsOnPage}
          shown={mails.length}
          total={total}
        />
      )}
      {mails.length === 0 && !isStale && <NoMails folder={folder} isSearched={isSearched} />}
    </>
  );
}

interface MailsProps {
  mails: readonly InstructionSummary[];
  /** Keeps the list state when a letter is opened. */
  search: { folder: InstructionStatus; q?: string; page?: string };
  folder: InstructionStatus;
  selectedId: string | undefined;
}

function Mails({ mails, search, folder, selectedId }: MailsProps) {
  const { t } = useTranslation(['mail', 'instructions']);
  const dateLabel = useDateLabel();
  return (
    <LetterList aria-label={t(`folders.${folder}`)}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <LetterLink
            to="/mail"
            search={{ ...search, message: mail.id }}
            aria-current={mail.id === selectedId ? 'true' : undefined}
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
            <FileRemovals mail={mail} />
            {deliveryStageOf(mail) === 'queued' && (
              <span className={styles.queued}>{t('instructions:closed.badge.queued')}</span>
            )}
          </LetterLink>
        </li>
      ))}
    </LetterList>
  );
}

function FileRemovals({ mail }: { mail: InstructionSummary }) {
  const { leaving, removed } = useFileRemovalTexts(mail);
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
