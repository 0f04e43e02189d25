import { QueryClient } from '@tanstack/react-query';
import { endpoints, type OwnerChange } from '@zavet/contract/endpoints';
import { expect, test } from 'vitest';
import { changeNames, invalidateAfter, type ReadName } from './invalidation.ts';
import { endpointKey } from './query-keys.ts';

/**
 * States the table under test independently: the data that each query shows, and the data that each
 * call changes. A query must be stale exactly after the calls that change some of its data.
 */
const shown: Partial<Record<ReadName, string>> = {
  getActivation: 'start',
  getRequest: 'request',
  listContacts: 'contact assignment ownProtocol',
  getDashboard: 'contact instruction file name plan start reconfirmation ownProtocol',
  getDesk: 'openDesk',
  getAccount: 'deskAccount',
  getServiceStatus: 'deskState',
  listAudit: 'deskState',
  getDocuments: 'acceptance',
  listDoubts: 'doubt',
  getFactors: 'factor',
  getInstruction: 'instruction file ownProtocol',
  listFormerTexts: 'instruction file',
  getFormerText: 'instruction file',
  listBin: 'instruction file bin',
  getBinnedInstruction: 'instruction file bin',
  listInstructions: 'instruction file contact ownProtocol',
  listLapsingPlans: 'start gift',
  listLegacies: 'start reconfirmation promisedAnswer',
  listLetters: 'letter',
  getMailbox: 'mailbox mailboxSync',
  listMailboxMessages: 'mailbox mailboxMail',
  getMaintenance: 'maintenance',
  listMaintenance: 'maintenance',
  listOutages: 'outage',
  getDataExports: 'dataExports',
  getPaymentTrouble: 'trouble',
  listPaymentTroubles: 'trouble',
  listPayments: 'plan start gift',
  getPlan: 'plan renewal',
  getCheckInSettings: 'presence',
  getProfile: 'account name plan',
  getOwnProtocol: 'ownProtocol vetoedContact',
  getProtocolRules: 'rules contact ownProtocol vetoedContact',
  getReadiness: 'contact instruction file name plan rules rehearsal ownProtocol vetoedContact',
  listReceivedInstructions: 'start reading',
  getRehearsals: 'contact instruction file rehearsal',
  countReviews: 'review',
  getReview: 'review',
  listReviews: 'review',
  listSecurityEvents: 'event',
  listSessions: 'session',
  getStorage: 'instruction file plan bin',
  getSupport: 'support supportAnswer',
  listSupportRequests: 'supportAnswer',
  getSupportRequest: 'supportAnswer',
  previewLetters: 'contact instruction file',
};

const writtenFacts = 'instruction assignment event';
const changed: Record<string, string> = {
  acceptDocuments: 'acceptance event',
  addPasskey: 'factor event',
  addRequestDocument: 'request promisedAnswer',
  allowDownload: '',
  answerAgreement: 'start',
  answerSupportRequest: 'supportAnswer',
  askForDocument: 'review',
  claimReview: 'review',
  releaseReview: 'review',
  searchReviews: '',
  takeNextReview: 'review',
  approveByCertificate: 'review',
  approveReview: 'review',
  rearmProtocol: 'ownProtocol event',
  askAssistant: '',
  requestAgreement: 'start',
  refreshPaymentTrouble: 'trouble',
  attachFile: `file ${writtenFacts}`,
  startCodeSetup: '',
  startImport: 'dataExports event',
  startPasskeyCreation: '',
  cancelMaintenance: 'maintenance',
  changePassword: 'session factor event',
  checkStorageLimit: '',
  closeDesk: 'openDesk',
  closeLetters: 'ownProtocol event',
  confirmCodes: 'factor event',
  confirmContact: 'contact event',
  acceptInvitationByCode: 'reconfirmation',
  reconfirmAsContact: 'reconfirmation',
  connectMailbox: 'mailbox event',
  correctAddress: 'start',
  correctBasicInfo: 'deskAccount',
  correctLetterAddress: 'letter',
  createContact: 'contact event',
  createInstruction: writtenFacts,
  createPayment: 'plan',
  decideDoubt: 'doubt review',
  decideOnVetoedContact: 'vetoedContact event',
  deleteAccount: '',
  deleteContact: 'contact vetoedContact event',
  deleteFile: `file ${writtenFacts}`,
  deleteInstruction: writtenFacts,
  deleteInstructions: writtenFacts,
  deletePermanently: 'bin event',
  emptyBin: 'bin event',
  readdressInstructions: writtenFacts,
  restoreInstructions: writtenFacts,
  restoreFormerText: writtenFacts,
  deleteSuspendedAccount: '',
  disconnectMailbox: 'mailbox event',
  dismissImport: 'dataExports event',
  disownLoggedSignIn: '',
  endOtherSessions: 'session event',
  endRehearsal: 'rehearsal event',
  endRenewals: 'deskAccount',
  endSession: 'session event',
  eraseContact: '',
  announceFiles: `file ${writtenFacts}`,
  fileRequest: 'start request',
  cancelActivation: 'start',
  cancelExpectedFile: `file ${writtenFacts}`,
  grantCustomPlan: 'deskAccount',
  liftSignInDelay: 'deskAccount',
  liftSuspension: 'deskAccount',
  makeRecoveryCodes: 'factor event',
  createPaperCode: 'rules event',
  startPasskeyProof: '',
  openDesk: 'openDesk',
  openReceivedInstruction: 'reading',
  startExport: 'dataExports event',
  payForOwner: 'gift',
  planMaintenance: 'maintenance',
  previewOutage: '',
  proposeCertificate: 'review',
  proveSession: '',
  recordManualRefund: 'trouble',
  recordOutage: 'outage',
  recordSettlement: 'trouble',
  refreshPaymentStatus: 'plan start event',
  refundAgain: 'trouble',
  refundOnRequest: 'deskAccount',
  rejectReview: 'review',
  removeCodes: 'factor event',
  removeExport: 'dataExports event',
  removePasskey: 'factor event',
  removePaymentMethod: 'renewal event',
  removePin: 'account event',
  removeRequestDocument: 'request',
  removeSecondAddress: 'rules event',
  removePaperCode: 'rules event',
  renamePasskey: 'factor event',
  replyToSupport: 'support event',
  requestEmailChange: 'account event',
  resendConfirmation: '',
  retryFailedJob: 'deskState',
  reviewInstruction: writtenFacts,
  searchAccounts: '',
  searchInstructions: '',
  uploadArchive: `dataExports contact rules file ${writtenFacts}`,
  sendConfirmationEmail: 'contact event',
  sendSupportEmail: 'support event',
  sendTestMail: 'deskState',
  setAutoRenewal: 'renewal event',
  setMailboxSync: 'mailboxSync',
  setPin: 'account event',
  setCheckInFrequency: 'presence event',
  setProtocolRules: 'rules event',
  setSecondAddress: 'rules event',
  settleSupportRequest: 'supportAnswer',
  startActivation: 'start',
  startRehearsal: 'rehearsal event',
  vetoOwnProtocol: 'ownProtocol event',
  suspendAccount: 'deskAccount',
  syncMailbox: 'mailboxSync mailboxMail',
  retryLetter: 'letter',
  updateBasicInfo: 'name',
  updateContact: 'contact event',
  updateContactInfo: 'name',
  updateInstruction: writtenFacts,
  updatePreferredLanguage: '',
  withdrawCertificate: 'review',
  withdrawDoubt: 'start',
  withdrawEmailChange: 'account event',
};

const reads = Object.entries(endpoints)
  .filter(([, { method }]) => method === 'GET')
  .map(([name]) => name as ReadName);

/** Reads all queries, makes the change, and returns the stale queries. */
async function staleAfter(change: OwnerChange): Promise<string[]> {
  const client = new QueryClient();
  for (const read of reads) client.setQueryData(endpointKey(read), 'read');
  await invalidateAfter(client, change);
  return reads.filter((read) => client.getQueryState(endpointKey(read))?.isInvalidated);
}

test.each(changeNames)(
  '%s invalidates exactly the queries that show a fact it changes',
  async (change) => {
    const facts = changed[change]?.split(' ').filter(Boolean);
    expect(facts, 'a call without a statement of the facts it changes').toBeDefined();
    const expected = Object.entries(shown)
      .filter(([, showing]) => showing.split(' ').some((fact) => facts?.includes(fact)))
      .map(([read]) => read);
    expect((await staleAfter(change)).sort()).toEqual(expected.sort());
  },
);

test('every fact that a call changes is shown by a query', () => {
  const facts = new Set(Object.values(shown).flatMap((showing) => showing.split(' ')));
  const changedFacts = Object.values(changed).flatMap((given) => given.split(' ').filter(Boolean));
  expect(changedFacts.filter((fact) => !facts.has(fact))).toEqual([]);
});
