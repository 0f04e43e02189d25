import type { WaitingHours } from '@zavet/contract/protocol/release-rules';
import type { ComponentType } from 'react';
import { createPort } from '../../../../platform/port.ts';

/** The waiting period, chosen once together with the first contact. */
export interface FirstWaitingPeriod {
  isShown: boolean;
  hours: WaitingHours;
  setHours: (hours: WaitingHours) => void;
  /** Resolves to false on failure; the contact is saved anyway. */
  save: () => Promise<boolean>;
}

export interface AttemptNoticeProps {
  contactId: string;
  isConfirmed: boolean;
  onRemove: () => void;
}

/** Implemented by the protocol domain, which this domain must not import. */
interface ContactsProtocol {
  /** Ids of contacts who are starting the protocol; undefined while loading. */
  useStarterIds: () => string[] | undefined;
  /** Prefetches the protocol settings, so that the form opens without a layout shift. */
  usePrefetchSettings: (hasNoContacts: boolean) => void;
  useFirstWaitingPeriod: (isFirstContact: boolean) => FirstWaitingPeriod;
  /** Shows an attempt in progress or a vetoed one on the card of a contact. */
  AttemptNotice: ComponentType<AttemptNoticeProps>;
}

export const { Provider: ContactsProtocolProvider, usePort: useContactsProtocol } =
  createPort<ContactsProtocol>('ContactsProtocol');
