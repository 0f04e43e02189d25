import type { QueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { endpointQuery, useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { privateTabStorage } from '../../../../platform/storage/private-storage.ts';
import { loadTexts } from '../../../../ui/language/i18n.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { byUrgency, isWaiting } from './attempt-rules.ts';

/** What was put off in this tab; another start is told of again. */
const dismissedKey = 'waiting-put-off';

/** On private screens: letters leave soon, unless the owner stops it. */
export function WaitingNotice({ userId }: { userId: string }) {
  const { data } = useEndpoint('getOwnProtocol');
  const waiting = byUrgency(data?.attempts.filter(isWaiting) ?? []);
  const name = waiting.map(({ activation_id }) => activation_id).join();
  const [dismissed, setDismissed] = useState(() => privateTabStorage.find(userId, dismissedKey));
  // Once it is stopped nothing waits any more, and that is still to be said.
  const [isVetoed, setVetoed] = useState(false);
  if (!isVetoed && (name === '' || name === dismissed)) return null;

  function close() {
    setVetoed(false);
    privateTabStorage.keep(userId, dismissedKey, name);
    setDismissed(name);
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

/**
 * Fetches it with all it needs, so that it stands there before the screen it covers; and what that
 * screen says of a start, so that nothing moves there.
 */
export async function fetchWaitingNotice(client: QueryClient): Promise<void> {
  const { attempts, stopped_contacts } = await client.fetchQuery({
    ...endpointQuery('getOwnProtocol'),
    retry: false,
  });
  const parts = [
    ...(attempts.some(isWaiting) ? [FullWindowNotice] : []),
    ...(attempts.length > 0 ? [AttemptsNotice] : []),
    ...(stopped_contacts.length > 0 ? [VetoedContacts] : []),
  ];
  if (parts.length === 0) return;
  await Promise.all([loadTexts('stop'), ...parts.map((part) => part.fetchAhead())]);
}

/** Seldom needed, and so not part of the screens that may show them. */
export const AttemptsNotice = lazyPart(
  async () => (await import('./attempts-notice.tsx')).AttemptsNotice,
);
export const VetoedContacts = lazyPart(
  async () => (await import('./vetoed-contacts.tsx')).VetoedContacts,
);
const FullWindowNotice = lazyPart(
  async () => (await import('./full-window-notice.tsx')).FullWindowNotice,
);
