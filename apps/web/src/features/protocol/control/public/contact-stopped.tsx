import { Suspense } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { useOwnProtocol } from './own-protocol.ts';

const StoppedContact = lazyPart(
  async () => (await import('../stopping/stopped-contact.tsx')).StoppedContact,
);

interface ContactStoppedProps {
  contactId: string;
  onRemove: () => void;
}

/** On the card of a contact: the owner stopped a start of this person's, and has to decide. */
export function ContactStopped({ contactId, onRemove }: ContactStoppedProps) {
  const stopped = useOwnProtocol().data?.stopped_contacts.find(({ id }) => id === contactId);
  if (!stopped) return null;
  return (
    <Suspense>
      <StoppedContact stopped={stopped} removal={<RemoveButton onRemove={onRemove} />} />
    </Suspense>
  );
}

function RemoveButton({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation('stop');
  return (
    <Button kind="quietDanger" onClick={onRemove}>
      {t('decision.remove')}
    </Button>
  );
}
