import { ContactsProtocolProvider } from '../../features/people/contacts/public/protocol-port.ts';
import { contactsProtocolPort } from '../../features/protocol/control/public/contacts-port.tsx';
import { instructionDelivery } from '../../features/protocol/control/public/instructions-port.tsx';
import { InstructionsScreen } from '../../features/vault/instructions/instructions-screen.tsx';
import { InstructionDeliveryProvider } from '../../features/vault/instructions/public/delivery-port.ts';

/** The instructions, with their deliveries and the form of a new contact. */
export function InstructionsWithDelivery() {
  return (
    <InstructionDeliveryProvider value={instructionDelivery}>
      <ContactsProtocolProvider value={contactsProtocolPort}>
        <InstructionsScreen />
      </ContactsProtocolProvider>
    </InstructionDeliveryProvider>
  );
}
