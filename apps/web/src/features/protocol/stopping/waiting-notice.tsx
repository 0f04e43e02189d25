import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { loadTexts } from '../../../interface/language/i18n.ts';
import { lazyPart } from '../../../interface/lazy-part.tsx';
import { privateTabStorage } from '../../../platform/storage/private-storage.ts';
import { ownProtocolQuery } from '../public/own-protocol.ts';
import { byUrgency, isWaiting } from './attempt-rules.ts';

const FullNotice = lazyPart(async () => (await import('./full-notice.tsx')).FullNotice);

/** What was put off in this tab; another start is told of again. */
const putOff = 'waiting-put-off';

/** On private screens: letters leave soon, unless the owner stops it. */
export function WaitingNotice({ userId }: { userId: string }) {
  const { data } = useQuery(ownProtocolQuery);
  const waiting = byUrgency(data?.attempts.filter(isWaiting) ?? []);
  const name = waiting.map(({ activation_id }) => activation_id).join();
  const [hidden, setHidden] = useState(() => privateTabStorage.find(userId, putOff));
  // Once it is stopped nothing waits any more, and that is still to be said.
  const [isStopped, setStopped] = useState(false);
  if (!isStopped && (name === '' || name === hidden)) return null;

  function close() {
    setStopped(false);
    privateTabStorage.keep(userId, putOff, name);
    setHidden(name);
  }

  return (
    <Suspense>
      <FullNotice
        attempts={waiting}
        isStopped={isStopped}
        onStopped={() => setStopped(true)}
        onClose={close}
      />
    </Suspense>
  );
}

/** Fetches it with all it needs, so that it stands there before the screen it covers. */
export async function fetchWaitingNotice(client: QueryClient): Promise<void> {
  const { attempts } = await client.fetchQuery({ ...ownProtocolQuery, retry: false });
  if (attempts.some(isWaiting)) await Promise.all([loadTexts('stop'), FullNotice.fetchAhead()]);
}
