import type { Endpoint } from '@zavet/contract/endpoint';
import { type EndpointName, endpoints } from '@zavet/contract/endpoints';
import { row } from './page-table.ts';

/** Why a call that may change something asks for no proof. */
export const reasons = {
  reads: 'changes nothing that is kept',
  token: 'what was mailed, or stands on paper, is the proof',
  begins: 'there is no session yet, or this is how it is proven',
  session: 'touches this session alone',
  protects: 'protects somebody, and must never be made harder',
  code: 'takes a one-time code of the operator, which is used up',
  provider: 'the payment provider decides what it changes',
  language: 'the language of screens and mails: seen at once, and changed back at once',
} as const;

type None = keyof typeof reasons;

/** The calls that may change something, but for those of a developer's machine. */
type ChangeName = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends
    | { method: 'GET' }
    | { callers: 'developer' }
    ? never
    : Name;
}[EndpointName];

/**
 * What is asked for before a call is answered: written down twice, here and in the contract, because
 * a thief with a stolen session alone must be able to change nothing that outlives the session.
 */
export const proofs: Record<ChangeName, 'fresh' | 'recent' | None> = {
  signUp: 'begins',
  resendVerification: 'begins',
  verifyEmail: 'token',
  recover: 'begins',
  describeLink: 'reads',
  resetPassword: 'token',
  changePassword: 'fresh',
  requestEmailChange: 'fresh',
  withdrawEmailChange: 'protects',
  confirmEmailChange: 'token',
  undoEmailChange: 'token',
  disownSignIn: 'token',
  disownLoggedSignIn: 'fresh',
  beginPasskey: 'fresh',
  addPasskey: 'fresh',
  renamePasskey: 'fresh',
  removePasskey: 'fresh',
  beginCodes: 'fresh',
  confirmCodes: 'fresh',
  removeCodes: 'fresh',
  makeRecoveryCodes: 'fresh',
  disownFactor: 'token',
  offerPasskeySignIn: 'begins',
  signInWithPasskey: 'begins',
  takeSecondStep: 'begins',
  reportLostDevice: 'begins',
  stopLostDevice: 'token',
  offerPasskeyProof: 'begins',
  orderExport: 'fresh',
  allowDownload: 'fresh',
  removeExport: 'recent',
  beginImport: 'fresh',
  sendArchive: 'recent',
  dismissImport: 'recent',
  connectMailbox: 'fresh',
  setMailboxSync: 'recent',
  disconnectMailbox: 'fresh',
  syncMailbox: 'reads',
  setPin: 'fresh',
  removePin: 'fresh',
  deleteAccount: 'fresh',
  signIn: 'begins',
  proveSession: 'begins',
  refreshSession: 'session',
  signOut: 'session',
  endSession: 'fresh',
  endOtherSessions: 'fresh',
  updateBasicInfo: 'recent',
  updateContactInfo: 'recent',
  updatePreferredLanguage: 'language',
  createContact: 'fresh',
  updateContact: 'fresh',
  deleteContact: 'fresh',
  sendConfirmationEmail: 'fresh',
  confirmContact: 'fresh',
  openInvitation: 'token',
  acceptInvitation: 'token',
  declineInvitation: 'token',
  openContactCard: 'token',
  openStillHere: 'token',
  answerStillHere: 'token',
  declineStillHere: 'token',
  confirmStillHere: 'recent',
  createInstruction: 'recent',
  updateInstruction: 'recent',
  reviewInstruction: 'recent',
  deleteInstruction: 'recent',
  searchInstructions: 'reads',
  attachFile: 'recent',
  expectFiles: 'recent',
  giveUpFile: 'recent',
  deleteFile: 'recent',
  checkStorageLimit: 'reads',
  setAutoRenewal: 'fresh',
  removePaymentMethod: 'fresh',
  payForOwner: 'fresh',
  createPayment: 'fresh',
  refreshPaymentStatus: 'provider',
  notifyOfPayment: 'provider',
  startActivation: 'fresh',
  giveUpActivation: 'protects',
  correctAddress: 'fresh',
  openReceivedInstruction: 'recent',
  askForAgreement: 'fresh',
  answerAgreement: 'fresh',
  fileRequest: 'fresh',
  addRequestDocument: 'recent',
  removeRequestDocument: 'recent',
  openDeliveryLink: 'token',
  openDeliveredLetter: 'token',
  closeDeliveryLink: 'protects',
  setProtocolRules: 'fresh',
  setSecondAddress: 'fresh',
  removeSecondAddress: 'fresh',
  describeSecondAddress: 'reads',
  confirmSecondAddress: 'token',
  makeStopCode: 'fresh',
  removeStopCode: 'fresh',
  describeStop: 'reads',
  stopProtocol: 'protects',
  stopOwnProtocol: 'protects',
  decideOnContact: 'fresh',
  closeLetters: 'fresh',
  armAgain: 'fresh',
  setPresence: 'fresh',
  describeCheckIn: 'reads',
  answerCheckIn: 'token',
  askAssistant: 'reads',
  sendSupportEmail: 'recent',
  replyToSupport: 'recent',
  acceptDocuments: 'recent',
  openDesk: 'session',
  closeDesk: 'session',
  answerSupportRequest: 'recent',
  settleSupportRequest: 'recent',
  searchAccounts: 'reads',
  resendConfirmation: 'recent',
  askProviderAgain: 'recent',
  previewOutage: 'reads',
  retryFailedJob: 'recent',
  sendTestMail: 'recent',
  tryLetterAgain: 'recent',
  approveReview: 'code',
  rejectReview: 'code',
  callOffMaintenance: 'code',
  planMaintenance: 'code',
  correctBasicInfo: 'code',
  correctLetterAddress: 'code',
  endRenewals: 'code',
  liftSlowDown: 'code',
  recordGivenBack: 'code',
  recordOutage: 'code',
  recordSettled: 'code',
  refundAgain: 'code',
};

/** Every endpoint of the table, as the page has it. */
export function linesOfProofs(): string[] {
  return Object.entries(proofs).map(([name, proof]) => {
    const { id, proofUnless = {} }: Endpoint = endpoints[name as ChangeName];
    if (proof !== 'fresh' && proof !== 'recent') return row(`\`${id}\``, 'none', reasons[proof]);
    const unless = Object.entries(proofUnless).map(
      ([field, value]) => `none with \`${field}: ${value}\`, which protects`,
    );
    return row(`\`${id}\``, proof, unless.join(', '));
  });
}
