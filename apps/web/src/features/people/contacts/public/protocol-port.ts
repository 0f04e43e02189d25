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

/** Provided by the protocol, a higher domain. */
interface ContactsProtocol {
  /** Ids of contacts who are starting the protocol; undefined while loading. */
  useStarterIds: () => string[] | undefined;
  /** Prefetches the protocol settings, so that the form opens in its final shape. */
  usePrefetchSettings: (hasNoContacts: boolean) => void;
  useFirstWaitingPeriod: (isFirstContact: boolean) => FirstWaitingPeriod;
  /** Shows an attempt in progress or a vetoed one on the card of a contact. */
  AttemptNotice: ComponentType<AttemptNoticeProps>;
}

export const { Provider: ContactsProtocolProvider, usePort: useContactsProtocol } =
  createPort<ContactsProtocol>('ContactsProtocol');
