import { ContactScreen } from '../../features/people/contacts/contact-screen.tsx';
import { ContactsProtocolProvider } from '../../features/people/contacts/public/protocol-port.ts';
import { contactsProtocolPort } from '../../features/protocol/control/public/contacts-port.tsx';
import { NewDraftNotice } from '../../features/vault/instructions/form/draft-notices.tsx';

/** The trusted contacts, with a link back to an instruction that has none yet. */
export function ContactsWithDraft() {
  return (
    <ContactsProtocolProvider value={contactsProtocolPort}>
      <ContactScreen notice={<NewDraftNotice />} />
    </ContactsProtocolProvider>
  );
}
