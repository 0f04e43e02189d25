import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { EndpointName, endpoints, OwnerChange } from '@zavet/contract/endpoints';
import type { OutputOf } from '../client/api.ts';
import { endpointKey, everyInputOf } from './query-keys.ts';

/** The endpoints whose responses are cached. */
export type ReadName = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends { method: 'GET' } ? Name : never;
}[EndpointName];

type Reads = readonly ReadName[];

const noReads: Reads = [];
/** A change of the dashboard's figures may also fix a finding of the readiness check. */
const overview: Reads = ['getDashboard', 'getReadiness'];
const contacts: Reads = [
  'listContacts',
  'getRehearsals',
  'listInstructions',
  'previewLetters',
  'getProtocolRules',
  'listSecurityEvents',
  ...overview,
];
const instructions: Reads = [
  'listInstructions',
  // A rehearsal also checks the further recipients that instructions name.
  'getRehearsals',
  'getInstruction',
  'listFormerTexts',
  'getFormerText',
  'listBin',
  'getBinnedInstruction',
  'previewLetters',
  'getStorage',
  'listContacts',
  'listSecurityEvents',
  ...overview,
];
/** Permanent deletions change nothing outside of the bin. */
const bin: Reads = ['listBin', 'getBinnedInstruction', 'getStorage', 'listSecurityEvents'];
const dataExports: Reads = ['getDataExports', 'listSecurityEvents'];
const sessions: Reads = ['listSessions', 'listSecurityEvents'];
const factors: Reads = ['getFactors', 'listSecurityEvents'];
const profile: Reads = ['getProfile', 'listSecurityEvents'];
const plan: Reads = ['getPlan', 'listPayments', 'getStorage', 'getProfile', ...overview];
const rules: Reads = ['getProtocolRules', 'listSecurityEvents', 'getReadiness'];
/**
 * Actions of an owner on their own protocol: they change the letters, and the contacts who may
 * start the protocol.
 */
const ownProtocol: Reads = [
  'getOwnProtocol',
  'getProtocolRules',
  'listContacts',
  'listInstructions',
  'getInstruction',
  'listSecurityEvents',
  ...overview,
];
const troubles: Reads = ['listPaymentTroubles', 'getPaymentTrouble'];
const rehearsals: Reads = ['getRehearsals', 'getReadiness', 'listSecurityEvents'];
const mailbox: Reads = ['getMailbox', 'listMailboxMessages', 'listSecurityEvents'];
const desk: Reads = ['getServiceStatus', 'listAudit'];
const reviews: Reads = ['listReviews', 'getReview', 'countReviews'];
const maintenance: Reads = ['getMaintenance', 'listMaintenance'];
const supportDesk: Reads = ['listSupportRequests', 'getSupportRequest', 'getSupport'];
/** The dashboard shows the owners who trust the visitor. */
const legacies: Reads = [
  'listLegacies',
  'getDashboard',
  'listLapsingPlans',
  'getActivation',
  'listReceivedInstructions',
  'listPayments',
];

/** The queries that each change invalidates. */
const readsByChange: Record<OwnerChange, Reads> = {
  acceptDocuments: ['getDocuments', 'listSecurityEvents'],
  addPasskey: factors,
  addRequestDocument: ['getRequest', 'listLegacies'],
  askForDocument: reviews,
  approveReview: reviews,
  claimReview: reviews,
  proposeCertificate: reviews,
  approveByCertificate: reviews,
  releaseReview: reviews,
  searchReviews: noReads,
  takeNextReview: reviews,
  withdrawCertificate: reviews,
  decideDoubt: ['listDoubts', ...reviews],
  allowDownload: noReads,
  rearmProtocol: ownProtocol,
  answerAgreement: legacies,
  withdrawDoubt: legacies,
  answerSupportRequest: supportDesk,
  askAssistant: noReads,
  requestAgreement: legacies,
  attachFile: instructions,
  startCodeSetup: noReads,
  startPasskeyCreation: noReads,
  startImport: dataExports,
  cancelMaintenance: maintenance,
  changePassword: [...sessions, 'getFactors'],
  checkStorageLimit: noReads,
  closeDesk: ['getDesk'],
  closeLetters: ownProtocol,
  confirmCodes: factors,
  confirmContact: contacts,
  connectMailbox: mailbox,
  reconfirmAsContact: ['listLegacies', 'getDashboard'],
  acceptInvitationByCode: ['listLegacies', 'getDashboard'],
  correctAddress: legacies,
  correctLetterAddress: ['listLetters'],
  createContact: contacts,
  createInstruction: instructions,
  createPayment: plan,
  decideOnVetoedContact: [
    'getOwnProtocol',
    'getProtocolRules',
    'getReadiness',
    'listSecurityEvents',
  ],
  deleteAccount: noReads,
  deleteContact: [...contacts, 'getOwnProtocol'],
  deleteFile: instructions,
  deleteInstruction: instructions,
  deleteInstructions: instructions,
  deletePermanently: bin,
  emptyBin: bin,
  readdressInstructions: instructions,
  restoreInstructions: instructions,
  restoreFormerText: instructions,
  disownLoggedSignIn: noReads,
  dismissImport: dataExports,
  disconnectMailbox: mailbox,
  endOtherSessions: sessions,
  endRehearsal: rehearsals,
  endSession: sessions,
  announceFiles: instructions,
  fileRequest: [...legacies, 'getRequest'],
  cancelActivation: legacies,
  cancelExpectedFile: instructions,
  makeRecoveryCodes: factors,
  createPaperCode: rules,
  startPasskeyProof: noReads,
  openDesk: ['getDesk'],
  openReceivedInstruction: ['listReceivedInstructions'],
  startExport: dataExports,
  payForOwner: ['listLapsingPlans', 'listPayments'],
  proveSession: noReads,
  refreshPaymentStatus: [...plan, ...legacies, 'listSecurityEvents'],
  rejectReview: reviews,
  removeCodes: factors,
  removePasskey: factors,
  removeExport: dataExports,
  removePaymentMethod: ['getPlan', 'listSecurityEvents'],
  removePin: profile,
  removeRequestDocument: ['getRequest'],
  removeSecondAddress: rules,
  removePaperCode: rules,
  renamePasskey: factors,
  replyToSupport: ['getSupport', 'listSecurityEvents'],
  requestEmailChange: profile,
  retryFailedJob: desk,
  reviewInstruction: instructions,
  searchInstructions: noReads,
  uploadArchive: [...dataExports, ...contacts, ...instructions],
  sendConfirmationEmail: contacts,
  sendTestMail: desk,
  sendSupportEmail: ['getSupport', 'listSecurityEvents'],
  settleSupportRequest: supportDesk,
  setAutoRenewal: ['getPlan', 'listSecurityEvents'],
  setMailboxSync: ['getMailbox'],
  setPin: profile,
  setCheckInFrequency: ['getCheckInSettings', 'listSecurityEvents'],
  setProtocolRules: rules,
  setSecondAddress: rules,
  startActivation: legacies,
  startRehearsal: rehearsals,
  vetoOwnProtocol: ownProtocol,
  syncMailbox: ['getMailbox', 'listMailboxMessages'],
  retryLetter: ['listLetters'],
  updateBasicInfo: ['getProfile', ...overview],
  updateContact: contacts,
  updateContactInfo: ['getProfile', ...overview],
  updateInstruction: instructions,
  updatePreferredLanguage: noReads,
  withdrawEmailChange: profile,
  searchAccounts: noReads,
  resendConfirmation: noReads,
  liftSignInDelay: ['getAccount'],
  correctBasicInfo: ['getAccount'],
  endRenewals: ['getAccount'],
  suspendAccount: ['getAccount'],
  liftSuspension: ['getAccount'],
  deleteSuspendedAccount: [],
  grantCustomPlan: ['getAccount'],
  refundOnRequest: ['getAccount'],
  eraseContact: [],
  refreshPaymentTrouble: troubles,
  refundAgain: troubles,
  recordManualRefund: troubles,
  recordSettlement: troubles,
  planMaintenance: maintenance,
  previewOutage: noReads,
  recordOutage: ['listOutages'],
};

export const changeNames = Object.keys(readsByChange) as OwnerChange[];

/** The queries with the same response as a change. */
type SameResponse<Change extends OwnerChange> = {
  [Read in ReadName]: OutputOf<Change> extends OutputOf<Read> ? Read : never;
}[ReadName];

/** Changes whose response equals that of a query with the same parameters. */
const sameResponseAs = {
  acceptDocuments: 'getDocuments',
  answerSupportRequest: 'getSupportRequest',
  endRehearsal: 'getRehearsals',
  openDesk: 'getDesk',
  removePaymentMethod: 'getPlan',
  removeSecondAddress: 'getProtocolRules',
  setAutoRenewal: 'getPlan',
  setProtocolRules: 'getProtocolRules',
  setSecondAddress: 'getProtocolRules',
  settleSupportRequest: 'getSupportRequest',
  startRehearsal: 'getRehearsals',
  updateBasicInfo: 'getProfile',
  updateContactInfo: 'getProfile',
} as const satisfies { [Change in OwnerChange]?: SameResponse<Change> };

export function isCachedFromResponse(change: EndpointName): change is keyof typeof sameResponseAs {
  return change in sameResponseAs;
}

/** Puts the response of a change into the cache of the equal query. */
export function cacheResponse(
  client: QueryClient,
  change: EndpointName,
  { params }: { params?: object },
  answer: unknown,
): void {
  if (!isCachedFromResponse(change)) return;
  client.setQueryData(endpointKey(sameResponseAs[change], params && { params }), answer);
}

/** An open instruction may have been deleted; it is refetched when it is opened again. */
const readOnOpening: Reads = ['getInstruction'];
/** The server logs each reading of an account, so only a successful change refetches it. */
const notReadAfterFailure: Reads = ['getAccount'];

/** Invalidates what the change affects; resolves once every active query has been refetched. */
export async function invalidateAfter(
  client: QueryClient,
  change: EndpointName,
  { hasFailed = false } = {},
): Promise<void> {
  const stale = change in readsByChange ? readsByChange[change as OwnerChange] : [];
  const reads = hasFailed ? stale.filter((name) => !notReadAfterFailure.includes(name)) : stale;
  const invalidations = reads.map((name) =>
    client.invalidateQueries({
      queryKey: everyInputOf(name),
      refetchType: readOnOpening.includes(name) ? 'none' : 'active',
    }),
  );
  await Promise.all(invalidations);
}

/** For changes that consist of several calls; single calls use `useMutationOf`. */
export function useInvalidateAfter(change: OwnerChange): () => Promise<void> {
  const client = useQueryClient();
  return () => invalidateAfter(client, change);
}
