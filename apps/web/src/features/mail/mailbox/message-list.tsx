import { keepPreviousData } from '@tanstack/react-query';
import type { MailboxMessageSummary, MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { type MailboxFolder, mailboxLimits } from '@zavet/contract/mail/mailbox-values';
import { type RefObject, useEffect, useRef } from 'react';
import { useEndpointPages } from '../../../platform/queries/use-endpoint.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useDateLabel } from '../../../ui/letters/date-label.ts';
import { LetterLink, LetterList } from '../../../ui/letters/letters.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { IconPaperclip } from '../../../ui/more-icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { EmptyFolder, FolderState, NoMailbox, OlderMessagesNote } from './folder-state.tsx';
import styles from './mailbox.module.css';
import { usePersonNames } from './message-detail.tsx';
import { useMailbox } from './use-mailbox.ts';

interface MessageListProps {
  folder: MailboxFolder;
  /** Empty if there is no search. */
  searchText: string;
  selectedId: string | undefined;
}

/** A folder of the connected mailbox. */
export function MessageList(props: MessageListProps) {
  const { t } = useTranslation('mailbox');
  const query = useMailbox();
  return (
    <Loaded query={query} lines={8} failed={t('loadFailed')}>
      {(mailbox) =>
        mailbox ? <MailFolder {...props} mailbox={mailbox} /> : <NoMailbox folder={props.folder} />
      }
    </Loaded>
  );
}

type MailFolderProps = MessageListProps & { mailbox: MailboxView };

function MailFolder({ mailbox, folder, searchText, selectedId }: MailFolderProps) {
  const { t } = useTranslation(['mailbox', 'mail']);
  const query = useEndpointPages(
    'listMailboxMessages',
    { query: { folder, search: searchText === '' ? undefined : searchText } },
    { placeholderData: keepPreviousData },
  );
  useRefetchAfterSync(mailbox, folder, query.refetch);
  const messages = query.data?.pages.flatMap((page) => page.messages);
  const list = useRef<HTMLUListElement>(null);
  const focusFirstNew = useFocusFirstNew(list, messages?.length ?? 0);
  const isSearch = searchText !== '';
  const isSearching = isSearch && (query.isPending || query.isPlaceholderData);
  const found = isSearch && !isSearching ? query.data?.pages[0]?.found : undefined;

  async function showMore() {
    focusFirstNew.arm();
    const { isFetchNextPageError } = await query.fetchNextPage();
    if (isFetchNextPageError) focusFirstNew.disarm();
  }

  return (
    <>
      <FolderState mailbox={mailbox} folder={folder} />
      <p role="status" className={styles.status}>
        {isSearching && t('mail:searching')}
        {typeof found === 'number' && t('mail:found', { count: found })}
      </p>
      {messages && messages.length > 0 && (
        <LetterList ref={list} aria-label={t(`mail:folders.${folder}`)}>
          {messages.map((message) => (
            <li key={message.id}>
              <MessageRow
                message={message}
                folder={folder}
                isSelected={message.id === selectedId}
              />
            </li>
          ))}
        </LetterList>
      )}
      {query.isPending && <SkeletonLines lines={8} />}
      {query.isError && (
        <ErrorState
          title={t(isSearch ? 'mail:searchFailed' : 'list.failed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void (messages ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {messages?.length === 0 && !query.isError && (
        <EmptyFolder mailbox={mailbox} folder={folder} isSearch={isSearch} />
      )}
      {query.hasNextPage && !query.isError && (
        <div>
          <Button kind="quiet" loading={query.isFetchingNextPage} onClick={() => void showMore()}>
            {t('list.more')}
          </Button>
        </div>
      )}
      {!query.hasNextPage && !isSearch && <OlderMessagesNote mailbox={mailbox} folder={folder} />}
    </>
  );
}

/** Refetches the list after a sync, and while the first sync fills the first page. */
function useRefetchAfterSync(
  mailbox: MailboxView,
  folder: MailboxFolder,
  refetch: () => unknown,
): void {
  const listed = mailbox.folders.find(({ folder: name }) => name === folder)?.listed ?? 0;
  const state = `${mailbox.last_email_sync} ${Math.min(listed, mailboxLimits.messagesPerPage)}`;
  const lastState = useRef(state);
  useEffect(() => {
    if (lastState.current === state) return;
    lastState.current = state;
    refetch();
  }, [state, refetch]);
}

interface MessageRowProps {
  message: MailboxMessageSummary;
  folder: MailboxFolder;
  isSelected: boolean;
}

function MessageRow({ message, folder, isSelected }: MessageRowProps) {
  const { t } = useTranslation('mailbox');
  const dateLabel = useDateLabel();
  const names = usePersonNames();
  const { is_unread: isUnread, received_at } = message;
  return (
    <LetterLink
      to="/mail"
      search={(now: object) => ({ ...now, folder, message: message.id })}
      className={styles.row}
      data-unread={isUnread || undefined}
      aria-current={isSelected ? 'true' : undefined}
      resetScroll={false}
      title={
        <span className={styles.sender}>
          {isUnread && (
            <>
              <span className={styles.dot} aria-hidden />
              <VisuallyHidden>{t('list.unread')} </VisuallyHidden>
            </>
          )}
          <bdi>{names.short(message.from)}</bdi>
        </span>
      }
      date={received_at === null ? undefined : dateLabel(received_at)}
    >
      <span className={styles.subject}>
        <bdi>{message.subject || t('noSubject')}</bdi>
        {message.has_attachments && (
          <span className={styles.clip}>
            <IconPaperclip size={18} aria-hidden />
            <VisuallyHidden>{t('list.attachments')}</VisuallyHidden>
          </span>
        )}
      </span>
      {message.preview && (
        <span className={styles.preview} dir="auto">
          {message.preview}
        </span>
      )}
    </LetterLink>
  );
}

/** Focuses the first entry of a new page, because the button disappears after the last page. */
function useFocusFirstNew(list: RefObject<HTMLElement | null>, count: number) {
  const firstNew = useRef<number>(undefined);
  useEffect(() => {
    const first = firstNew.current;
    if (first === undefined || count <= first) return;
    firstNew.current = undefined;
    list.current?.children[first]?.querySelector('a')?.focus();
  }, [list, count]);
  return {
    arm: () => {
      firstNew.current = count;
    },
    disarm: () => {
      firstNew.current = undefined;
    },
  };
}
