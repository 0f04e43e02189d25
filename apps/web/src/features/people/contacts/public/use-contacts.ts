import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';

const pollIntervalMs = 10_000;

/** The owner's contacts. Polls while an invitation is queued or the caller expects a change. */
export function useContacts({ isChangeExpected = false } = {}) {
  return useEndpoint(
    'listContacts',
    {},
    {
      refetchInterval: ({ state }) => {
        const isMailQueued = state.data?.contacts.some(
          ({ status, invitation }) => status === 'pending' && invitation?.mail_state === 'queued',
        );
        return isChangeExpected || isMailQueued ? pollIntervalMs : false;
      },
    },
  );
}
