import { loadTexts } from '../../../../ui/language/i18n.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useOwnProtocol } from './own-protocol.ts';

const ContactStarted = lazyPart(async () => {
  const [{ ContactStarted: part }] = await Promise.all([
    import('../stopping/contact-started.tsx'),
    loadTexts('stop'),
  ]);
  return part;
});

/** On the card of a contact: this person is starting the protocol at this moment. */
export function ContactPays({ contactId }: { contactId: string }) {
  const attempts = useOwnProtocol().data?.attempts ?? [];
  const begun = attempts.find(({ contact_id }) => contact_id === contactId);
  if (!begun) return null;
  const waiting = <Skeleton height="224px" />;
  return <ContactStarted begun={begun} attempts={attempts} waiting={waiting} />;
}
