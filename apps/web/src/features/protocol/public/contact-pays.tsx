import { Suspense } from 'react';
import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { lazyPart } from '../../../interface/lazy-part.tsx';
import { Notice } from '../../../interface/notice.tsx';
import { isOnlyAskedFor } from '../stopping/attempt-rules.ts';
import { useOwnProtocol } from './own-protocol.ts';

const StopButton = lazyPart(async () => (await import('../stopping/stop-button.tsx')).StopButton);

/** On the card of a contact: this person is starting the protocol at this moment. */
export function ContactPays({ contactId }: { contactId: string }) {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  const attempts = useOwnProtocol().data?.attempts ?? [];
  const begun = attempts.find(({ contact_id }) => contact_id === contactId);
  if (!begun) return null;
  const isRequest = begun.status === 'requested';
  const isPaying = begun.status === 'payment_pending';
  const title = isRequest ? 'contactRequested' : isPaying ? 'contact' : 'contactStarted';
  return (
    <Notice
      kind="warning"
      announced
      title={t(`pending.${title}`, { date: formats.dateTime(begun.started_at) })}
      actions={
        <Suspense>
          <StopButton isRequest={isOnlyAskedFor(attempts)} />
        </Suspense>
      }
    >
      {t(isOnlyAskedFor(attempts) ? 'pending.here' : 'pending.stop')}
    </Notice>
  );
}
