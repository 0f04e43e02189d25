import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { endpointQuery } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { readAgainAfterMs } from './mailbox-rules.ts';

/** The connected mailbox; null where there is none. */
export function useMailbox({ isAwaited = false } = {}) {
  return useQuery({
    ...endpointQuery('getMailbox'),
    select: ({ mailbox }) => mailbox,
    refetchInterval: ({ state }) => readAgainAfterMs(state.data?.mailbox, isAwaited),
  });
}

export function useConnectMailbox() {
  // The input has its password.
  return useMutationOf('connectMailbox', { gcTime: 0, show: showMailbox });
}

export function showMailbox(client: QueryClient, mailbox: MailboxView | null): void {
  client.setQueryData(endpointQuery('getMailbox').queryKey, { mailbox });
}
