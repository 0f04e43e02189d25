import { ContactScreen } from '../../features/people/contacts/contact-screen.tsx';
import { NewDraftNotice } from '../../features/vault/instructions/public/new-draft-notice.tsx';

/** The trusted contacts, with the way back to an instruction that waits for one. */
export function ContactsWithDraft() {
  return <ContactScreen notice={<NewDraftNotice />} />;
}
