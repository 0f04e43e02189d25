import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';

/** The interval while the list may change by itself, in milliseconds. */
const readAgainMs = 10_000;

/** The list, read again while an invitation is queued or an answer is `awaited`. */
export function useContacts({ awaited = false } = {}) {
  return useEndpoint(
    'listContacts',
    {},
    {
      refetchInterval: ({ state }) => {
        const isMailQueued = state.data?.contacts.some(
          ({ status, invitation }) => status === 'pending' && invitation?.mail_state === 'queued',
        );
        return awaited || isMailQueued ? readAgainMs : false;
      },
    },
  );
}
