import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { OwnerChange } from '@zavet/contract/endpoints';
import type { Entity } from './query-keys.ts';

type Entities = readonly Entity[];

const nothing: Entities = [];
/** What changes the figures of the first screen may also have fixed something. */
const overview: Entities = ['dashboard', 'readiness'];
const contacts: Entities = [
  'contacts',
  'rehearsals',
  'instructions',
  'wouldReceive',
  'protocolRules',
  'securityEvents',
  ...overview,
];
const instructions: Entities = [
  'instructions',
  // A rehearsal also checks the further recipients that instructions name.
  'rehearsals',
  'instruction',
  'wouldReceive',
  'storage',
  'contacts',
  'securityEvents',
  ...overview,
];
/** What an archive brings in is noticed where its progress is watched. */
const ownData: Entities = ['ownData', 'securityEvents'];
const sessions: Entities = ['sessions', 'securityEvents'];
const factors: Entities = ['factors', 'securityEvents'];
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
const troubles: Entities = ['paymentTroubles', 'paymentTrouble'];
const rehearsals: Entities = ['rehearsals', 'readiness', 'securityEvents'];
const mailbox: Entities = ['mailbox', 'mailboxMessages', 'securityEvents'];
/** Whatever an operator has done, the tab that is open is read again. */
const desk: Entities = ['deskTab'];
const maintenance: Entities = ['maintenance', 'maintenanceDesk'];
const supportDesk: Entities = ['supportDesk', 'supportThread', 'support'];
/** Those who trusted the visitor stand on the dashboard as well. */
const legacies: Entities = [
  'legacies',
  'dashboard',
  'lapsingPlans',
  'activation',
  'receivedInstructions',
  'payments',
];

/** What has to be read again after each call that may change something. */
const affected: Record<OwnerChange, Entities> = {
  acceptDocuments: ['documents', 'securityEvents'],
  addPasskey: factors,
  addRequestDocument: ['activationRequest'],
  approveReview: ['reviews', 'review'],
  proposeCertificate: ['reviews', 'review'],
  approveByCertificate: ['reviews', 'review'],
  withdrawCertificate: ['reviews', 'review'],
  decideDoubt: ['doubts', 'reviews', 'review'],
  allowDownload: nothing,
  armAgain: ownProtocol,
  answerAgreement: legacies,
  withdrawDoubt: legacies,
  answerSupportRequest: supportDesk,
  askAssistant: nothing,
  askForAgreement: legacies,
  attachFile: instructions,
  beginCodes: nothing,
  beginPasskey: nothing,
  beginImport: ownData,
  callOffMaintenance: maintenance,
  changePassword: [...sessions, 'factors'],
  checkStorageLimit: nothing,
  closeDesk: ['desk'],
  closeLetters: ownProtocol,
  confirmCodes: factors,
  confirmContact: contacts,
  connectMailbox: mailbox,
  confirmStillHere: ['legacies', 'dashboard'],
  correctAddress: legacies,
  correctLetterAddress: ['letters'],
  createContact: contacts,
  createInstruction: instructions,
  createPayment: plan,
  decideOnContact: ['protocol', 'protocolRules', 'readiness', 'securityEvents'],
  deleteAccount: nothing,
  deleteContact: [...contacts, 'protocol'],
  deleteFile: instructions,
  deleteInstruction: instructions,
  disownLoggedSignIn: nothing,
  dismissImport: ownData,
  disconnectMailbox: mailbox,
  endOtherSessions: sessions,
  endRehearsal: rehearsals,
  endSession: sessions,
  expectFiles: instructions,
  fileRequest: [...legacies, 'activationRequest'],
  giveUpActivation: legacies,
  giveUpFile: instructions,
  makeRecoveryCodes: factors,
  makeStopCode: rules,
  offerPasskeyProof: nothing,
  openDesk: ['desk'],
  openReceivedInstruction: ['receivedInstructions'],
  orderExport: ownData,
  payForOwner: ['lapsingPlans', 'payments'],
  proveSession: nothing,
  refreshPaymentStatus: [...plan, ...legacies, 'securityEvents'],
  rejectReview: ['reviews', 'review'],
  removeCodes: factors,
  removePasskey: factors,
  removeExport: ownData,
  removePaymentMethod: ['plan', 'securityEvents'],
  removePin: profile,
  removeRequestDocument: ['activationRequest'],
  removeSecondAddress: rules,
  removeStopCode: rules,
  renamePasskey: factors,
  replyToSupport: ['support', 'securityEvents'],
  requestEmailChange: profile,
  retryFailedJob: desk,
  reviewInstruction: instructions,
  searchInstructions: nothing,
  sendArchive: [...ownData, ...contacts, ...instructions],
  sendConfirmationEmail: contacts,
  sendTestMail: desk,
  sendSupportEmail: ['support', 'securityEvents'],
  settleSupportRequest: supportDesk,
  setAutoRenewal: ['plan', 'securityEvents'],
  setMailboxSync: ['mailbox'],
  setPin: profile,
  setPresence: ['presence', 'securityEvents'],
  setProtocolRules: rules,
  setSecondAddress: rules,
  startActivation: legacies,
  startRehearsal: rehearsals,
  stopOwnProtocol: ownProtocol,
  syncMailbox: ['mailbox', 'mailboxMessages'],
  tryLetterAgain: ['letters'],
  updateBasicInfo: ['profile', ...overview],
  updateContact: contacts,
  updateContactInfo: ['profile', ...overview],
  updateInstruction: instructions,
  updatePreferredLanguage: nothing,
  withdrawEmailChange: profile,
  searchAccounts: nothing,
  resendConfirmation: nothing,
  liftSlowDown: ['deskAccount'],
  correctBasicInfo: ['deskAccount'],
  endRenewals: ['deskAccount'],
  suspendAccount: ['deskAccount'],
  liftSuspension: ['deskAccount'],
  deleteSuspendedAccount: [],
  grantCustomPlan: ['deskAccount'],
  refundOnRequest: ['deskAccount'],
  eraseContact: [],
  askProviderAgain: troubles,
  refundAgain: troubles,
  recordGivenBack: troubles,
  recordSettled: troubles,
  planMaintenance: maintenance,
  previewOutage: nothing,
  recordOutage: ['outages'],
};

export const affectedNames = Object.keys(affected) as OwnerChange[];

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
