import { keepPreviousData } from '@tanstack/react-query';
import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { type MailboxFolder, mailboxLimits } from '@zavet/contract/mail/mailbox-values';
import { useEffect, useRef } from 'react';
import { useEndpointPages } from '../../../../platform/queries/use-endpoint.ts';
import { Button } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { LetterList } from '../../../../ui/letters/letters.tsx';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { useMailbox } from '../use-mailbox.ts';
import { FolderState } from './folder-state.tsx';
import { MessageRow } from './message-row.tsx';
import { NoMessages } from './no-messages.tsx';
import { NotConnected } from './not-connected.tsx';
import { OlderElsewhere } from './older-elsewhere.tsx';
import styles from './reading.module.css';
import { useGoingOn } from './use-going-on.ts';

interface MessageListProps {
  folder: MailboxFolder;
  /** What is looked for; empty where nothing is. */
  words: string;
  chosenId: string | undefined;
}

/** A folder of the connected mailbox. */
export function MessageList(props: MessageListProps) {
  const { t } = useTranslation('mailbox');
  const query = useMailbox();
  if (query.data === null) return <NotConnected folder={props.folder} />;
  if (query.data) return <Folder {...props} mailbox={query.data} />;
  return query.isError ? (
    <ErrorState
      title={t('loadFailed')}
      error={query.error}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  ) : (
    <SkeletonLines lines={8} />
  );
}

type FolderProps = MessageListProps & { mailbox: MailboxView };

function Folder({ mailbox, folder, words, chosenId }: FolderProps) {
  const { t } = useTranslation(['mailbox', 'mail']);
  const query = useEndpointPages(
    'listMailboxMessages',
    { query: { folder, search: words === '' ? undefined : words } },
    { placeholderData: keepPreviousData },
  );
  useNewsOf(mailbox, folder, query.refetch);
  const messages = query.data?.pages.flatMap((page) => page.messages);
  const list = useRef<HTMLUListElement>(null);
  const goingOn = useGoingOn(list, messages?.length ?? 0);
  const isSearched = words !== '';
  const isWaiting = isSearched && (query.isPending || query.isPlaceholderData);
  const found = isSearched && !isWaiting ? query.data?.pages[0]?.found : undefined;

  async function showMore() {
    goingOn.begin();
    const { isFetchNextPageError } = await query.fetchNextPage();
    if (isFetchNextPageError) goingOn.giveUp();
  }

  return (
    <>
      <FolderState mailbox={mailbox} folder={folder} />
      <p role="status" className={styles.status}>
        {isWaiting && t('mail:searching')}
        {typeof found === 'number' && t('mail:found', { count: found })}
      </p>
      {messages && messages.length > 0 && (
        <LetterList ref={list} aria-label={t(`mail:folders.${folder}`)}>
          {messages.map((message) => (
            <li key={message.id}>
              <MessageRow message={message} folder={folder} isChosen={message.id === chosenId} />
            </li>
          ))}
        </LetterList>
      )}
      {query.isPending && <SkeletonLines lines={8} />}
      {query.isError && (
        <ErrorState
          title={t(isSearched ? 'mail:searchFailed' : 'list.failed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void (messages ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {messages?.length === 0 && !query.isError && (
        <NoMessages mailbox={mailbox} folder={folder} isSearched={isSearched} />
      )}
      {query.hasNextPage && !query.isError && (
        <div>
          <Button kind="quiet" loading={query.isFetchingNextPage} onClick={() => void showMore()}>
            {t('list.more')}
          </Button>
        </div>
      )}
      {!query.hasNextPage && !isSearched && <OlderElsewhere mailbox={mailbox} folder={folder} />}
    </>
  );
}

/** Reads the list again when the mailbox was refreshed; at first, while its first page fills. */
function useNewsOf(mailbox: MailboxView, folder: MailboxFolder, readAgain: () => unknown): void {
  const listed = mailbox.folders.find((one) => one.folder === folder)?.listed ?? 0;
  const state = `${mailbox.last_email_sync} ${Math.min(listed, mailboxLimits.messagesPerPage)}`;
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    readAgain();
  }, [state, readAgain]);
}
