import type { QueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { endpointQuery, useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { privateTabStorage } from '../../../../platform/storage/private-storage.ts';
import { loadTexts } from '../../../../ui/language/i18n.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { byUrgency, isWaiting } from './attempt-rules.ts';

// Rarely needed, so loaded on demand.
export const AttemptsNotice = lazyPart(
  async () => (await import('./attempts-notice.tsx')).AttemptsNotice,
);
export const VetoedContacts = lazyPart(
  async () => (await import('./vetoed-contacts.tsx')).VetoedContacts,
);
const FullWindowNotice = lazyPart(
  async () => (await import('./full-window-notice.tsx')).FullWindowNotice,
);

/** Attempts dismissed in this tab. A new attempt shows the notice again. */
const dismissedKey = 'waiting-put-off';

/** On all private screens while an attempt is in its waiting period. */
export function WaitingNotice({ userId }: { userId: string }) {
  const { data } = useEndpoint('getOwnProtocol');
  const waiting = byUrgency(data?.attempts.filter(isWaiting) ?? []);
  const shownIds = waiting.map(({ activation_id }) => activation_id).join();
  const [dismissed, setDismissed] = useState(() => privateTabStorage.find(userId, dismissedKey));
  // After a veto no attempt is waiting, but the result is still to be shown.
  const [isVetoed, setVetoed] = useState(false);
  if (!isVetoed && (shownIds === '' || shownIds === dismissed)) return null;

  function close() {
    setVetoed(false);
    privateTabStorage.keep(userId, dismissedKey, shownIds);
    setDismissed(shownIds);
  }

  return (
    <Suspense>
      <FullWindowNotice
        attempts={waiting}
        isVetoed={isVetoed}
        onVetoed={() => setVetoed(true)}
        onClose={close}
      />
    </Suspense>
  );
}

/** Loads the notice before the screen it covers, and the screen's own notices to avoid layout shifts. */
export async function fetchWaitingNotice(client: QueryClient): Promise<void> {
  const { attempts, vetoed_contacts } = await client.fetchQuery({
    ...endpointQuery('getOwnProtocol'),
    retry: false,
  });
  const parts = [
    ...(attempts.some(isWaiting) ? [FullWindowNotice] : []),
    ...(attempts.length > 0 ? [AttemptsNotice] : []),
    ...(vetoed_contacts.length > 0 ? [VetoedContacts] : []),
  ];
  if (parts.length === 0) return;
  await Promise.all([loadTexts('veto'), ...parts.map((part) => part.fetchAhead())]);
}
