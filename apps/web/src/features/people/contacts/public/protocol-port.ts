import type { WaitingHours } from '@zavet/contract/protocol/release-rules';
import type { ComponentType } from 'react';
import { createPort } from '../../../../platform/port.ts';

/** The waiting period, asked for once together with the first contact. */
export interface FirstWaiting {
  isAsked: boolean;
  hours: WaitingHours;
  setHours: (hours: WaitingHours) => void;
  /** Resolves to false on failure, which does not keep the contact from being saved. */
  save: () => Promise<boolean>;
}

export interface AttemptProps {
  contactId: string;
  isConfirmed: boolean;
  onRemove: () => void;
}

/** The screens of contacts need this of the protocol, which is a higher domain. */
interface ContactsProtocol {
  /** Ids of contacts who are starting the protocol; undefined until it is known. */
  useStarters: () => string[] | undefined;
  /** Loads the rules ahead, so that the form opens in its final shape. */
  usePrepareFirstWaiting: (hasNoContacts: boolean) => void;
  useFirstWaiting: (isFirstContact: boolean) => FirstWaiting;
  /** On the card of a contact: an attempt in progress or a vetoed one. */
  Attempt: ComponentType<AttemptProps>;
}

export const { Provider: ContactsProtocolProvider, usePort: useContactsProtocol } =
  createPort<ContactsProtocol>('ContactsProtocol');
