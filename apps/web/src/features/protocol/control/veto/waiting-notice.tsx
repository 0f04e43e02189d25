import type { QueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { endpointQuery, useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { privateTabStorage } from '../../../../platform/storage/private-storage.ts';
import { loadTexts } from '../../../../ui/language/i18n.ts';
import { lazyComponent } from '../../../../ui/lazy-component.tsx';
import { isInWaitingPeriod, sortByUrgency } from './attempt-rules.ts';

// Rarely needed, so loaded on demand.
export const AttemptsNotice = lazyComponent(
  async () => (await import('./attempts-notice.tsx')).AttemptsNotice,
);
export const VetoedContacts = lazyComponent(
  async () => (await import('./vetoed-contacts.tsx')).VetoedContacts,
);
const FullWindowNotice = lazyComponent(
  async () => (await import('./full-window-notice.tsx')).FullWindowNotice,
);

/** Storage key of the attempts dismissed in this tab. A new attempt shows the notice again. */
const dismissedKey = 'waiting-put-off';

/** Shown on all private screens while an attempt is in its waiting period. */
export function WaitingNotice({ userId }: { userId: string }) {
  const { data } = useEndpoint('getOwnProtocol');
  const waiting = sortByUrgency(data?.attempts.filter(isInWaitingPeriod) ?? []);
  const shownIds = waiting.map(({ activation_id }) => activation_id).join();
  const [dismissed, setDismissed] = useState(() => privateTabStorage.find(userId, dismissedKey));
  // After a veto no attempt is waiting, but the result must still be shown.
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

/** Prefetches the notice, and the notices of the screen below it, to avoid layout shifts. */
export async function fetchWaitingNotice(client: QueryClient): Promise<void> {
  const { attempts, vetoed_contacts } = await client.fetchQuery({
    ...endpointQuery('getOwnProtocol'),
    retry: false,
  });
  const notices = [
    ...(attempts.some(isInWaitingPeriod) ? [FullWindowNotice] : []),
    ...(attempts.length > 0 ? [AttemptsNotice] : []),
    ...(vetoed_contacts.length > 0 ? [VetoedContacts] : []),
  ];
  if (notices.length === 0) return;
  await Promise.all([loadTexts('veto'), ...notices.map((notice) => notice.prefetchCode())]);
}
