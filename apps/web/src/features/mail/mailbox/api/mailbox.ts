import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConnectMailboxInput, MailboxView } from '@zavet/contract/mailbox/mailbox-schemas';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { lookAgainAfterMs } from './looking-again.ts';

const mailboxQuery = queryOptions({
  queryKey: queryKeys.mailbox(),
  queryFn: async ({ signal }) => (await api.getMailbox({}, { signal })).mailbox,
});

/** The connected mailbox; null where there is none. */
export function useMailbox({ isAwaited = false } = {}) {
  return useQuery({
    ...mailboxQuery,
    refetchInterval: ({ state }) => lookAgainAfterMs(state.data, isAwaited),
  });
}

export function useConnectMailbox() {
  const show = useShowMailbox();
  return useMutation({
    mutationFn: (body: ConnectMailboxInput) => api.connectMailbox({ body }),
    // Its password is in it.
    gcTime: 0,
    onSuccess: show,
    onSettled: useReadAgainAfter('connectMailbox'),
  });
}

export function useSetMailboxSync() {
  const show = useShowMailbox();
  return useMutation({
    mutationFn: (isEnabled: boolean) =>
      api.setMailboxSync({ body: { auto_sync_enabled: isEnabled } }),
    onSuccess: show,
    onSettled: useReadAgainAfter('setMailboxSync'),
  });
}

export function useSyncMailbox() {
  const show = useShowMailbox();
  return useMutation({
    mutationFn: () => api.syncMailbox(),
    onSuccess: show,
    onSettled: useReadAgainAfter('syncMailbox'),
  });
}

export function useDisconnectMailbox() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.disconnectMailbox(),
    onSuccess: () => {
      client.setQueryData(mailboxQuery.queryKey, null);
      // Nothing of it stays in the browser either.
      client.removeQueries({ queryKey: ['mailboxMessages'] });
      client.removeQueries({ queryKey: ['mailboxMessage'] });
    },
    // Also after a failure: it may be disconnected already.
    onSettled: useReadAgainAfter('disconnectMailbox'),
  });
}

function useShowMailbox() {
  const client = useQueryClient();
  return (mailbox: MailboxView) => client.setQueryData(mailboxQuery.queryKey, mailbox);
}
