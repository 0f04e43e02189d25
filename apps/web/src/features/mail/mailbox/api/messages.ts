import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import type { MailboxFolder } from '@zavet/contract/mailbox/mailbox-values';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

/** The mails of a folder, or those with these words, page by page. */
export function useMessages(folder: MailboxFolder, words: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.mailboxMessages(folder, words),
    queryFn: ({ pageParam: cursor, signal }) =>
      api.listMailboxMessages(
        { query: { folder, cursor, search: words === '' ? undefined : words } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** One mail, read from its own server: once, because that may take seconds. */
export function useMessage(id: string) {
  return useQuery({
    queryKey: queryKeys.mailboxMessage(id),
    queryFn: ({ signal }) => api.getMailboxMessage({ params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Why a mail cannot be shown, where trying again would not help. */
export function refusalOf(error: unknown): 'gone' | 'tooLarge' | undefined {
  if (!(error instanceof ApiError)) return undefined;
  switch (error.code) {
    case 'mailbox_message_gone':
    case 'not_found':
    case 'invalid_input':
      return 'gone';
    case 'mailbox_message_too_large':
      return 'tooLarge';
    default:
      return undefined;
  }
}
