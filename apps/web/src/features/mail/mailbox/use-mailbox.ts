import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { endpointQuery } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { refetchIntervalMs } from './mailbox-rules.ts';

/** The connected mailbox; null if there is none. Polls often while `isRefreshing`. */
export function useMailbox({ isRefreshing = false } = {}) {
  return useQuery({
    ...endpointQuery('getMailbox'),
    select: ({ mailbox }) => mailbox,
    refetchInterval: ({ state }) => refetchIntervalMs(state.data?.mailbox, isRefreshing),
  });
}

export function useConnectMailbox() {
  // Not cached, because the input contains the password.
  return useMutationOf('connectMailbox', { gcTime: 0, show: showMailbox });
}

export function showMailbox(client: QueryClient, mailbox: MailboxView | null): void {
  client.setQueryData(endpointQuery('getMailbox').queryKey, { mailbox });
}

export const connectSchema = async () =>
  (await import('@zavet/contract/mail/mailbox-endpoints')).connectMailboxInput;
