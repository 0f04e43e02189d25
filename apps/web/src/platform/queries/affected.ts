import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { OwnerChange } from '@zavet/contract/endpoints';
import type { Entity } from './query-keys.ts';

type Entities = readonly Entity[];

const nothing: Entities = [];
/** What changes the figures of the first screen may also have fixed something. */
const overview: Entities = ['dashboard', 'readiness'];
const contacts: Entities = [
  'contacts',
  'instructions',
  'protocolRules',
  'securityEvents',
  ...overview,
];
const instructions: Entities = [
  'instructions',
  'instruction',
  'instructionSearch',
  'storage',
  'contacts',
  'securityEvents',
  ...overview,
];
const sessions: Entities = ['sessions', 'securityEvents'];
const profile: Entities = ['profile', 'securityEvents'];
const plan: Entities = ['plan', 'payments', 'storage', 'profile', ...overview];
const rules: Entities = ['protocolRules', 'securityEvents', 'readiness'];
/** What an owner ends or begins anew: who may start it, and what becomes of the letters. */
const ownProtocol: Entities = [
  'protocol',
  'protocolRules',
  'contacts',
  'instructions',
  'instruction',
  'securityEvents',
  ...overview,
];
const legacies: Entities = ['legacies', 'activation', 'receivedInstructions', 'payments'];

/** What has to be read again after each call that may change something. */
const affected: Record<OwnerChange, Entities> = {
  acceptDocuments: ['documents', 'securityEvents'],
  armAgain: ownProtocol,
  answerAgreement: legacies,
  askAssistant: nothing,
  askForAgreement: legacies,
  attachFile: instructions,
  changePassword: sessions,
  checkStorageLimit: nothing,
  closeLetters: ownProtocol,
  confirmContact: contacts,
  confirmStillHere: ['legacies'],
  correctAddress: legacies,
  createContact: contacts,
  createInstruction: instructions,
  createPayment: plan,
  decideOnContact: ['protocol', 'securityEvents'],
  deleteAccount: nothing,
  deleteContact: [...contacts, 'protocol'],
  deleteFile: instructions,
  deleteInstruction: instructions,
  endOtherSessions: sessions,
  endSession: sessions,
  expectFiles: instructions,
  giveUpActivation: legacies,
  giveUpFile: instructions,
  makeStopCode: rules,
  openReceivedInstruction: ['receivedInstructions'],
  proveSession: nothing,
  refreshPaymentStatus: [...plan, 'legacies'],
  removePaymentMethod: ['plan'],
  removePin: profile,
  removeSecondAddress: rules,
  removeStopCode: rules,
  requestEmailChange: profile,
  reviewInstruction: instructions,
  searchInstructions: nothing,
  sendConfirmationEmail: contacts,
  sendSupportEmail: ['support', 'securityEvents'],
  setAutoRenewal: ['plan'],
  setPin: profile,
  setPresence: ['presence', 'securityEvents'],
  setProtocolRules: rules,
  setSecondAddress: rules,
  startActivation: legacies,
  stopOwnProtocol: ownProtocol,
  updateBasicInfo: ['profile', ...overview],
  updateContact: contacts,
  updateContactInfo: ['profile', ...overview],
  updateInstruction: instructions,
  updatePreferredLanguage: nothing,
  withdrawEmailChange: profile,
};

/** One that is open may be the one that was deleted: these are read again when they are opened again. */
const readOnOpening: Entities = ['instruction'];

/** Settles when everything on the screen has been read again. */
export async function readAgainAfter(client: QueryClient, change: OwnerChange): Promise<void> {
  const reads = affected[change].map((entity) => {
    const refetchType = readOnOpening.includes(entity) ? 'none' : 'active';
    return client.invalidateQueries({ queryKey: [entity], refetchType });
  });
  await Promise.all(reads);
}

export function useReadAgainAfter(change: OwnerChange): () => Promise<void> {
  const client = useQueryClient();
  return () => readAgainAfter(client, change);
}
