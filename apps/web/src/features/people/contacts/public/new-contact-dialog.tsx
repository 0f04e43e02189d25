import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { ContactForm } from '../contact-form.tsx';

interface NewContactDialogProps {
  isFirst: boolean;
  onSaved: (saved: ContactView) => void;
  onCancel: () => void;
}

/** The form of a new contact, in a dialog over another form. */
export function NewContactDialog(props: NewContactDialogProps) {
  return <ContactForm {...props} contact={undefined} isInDialog />;
}
