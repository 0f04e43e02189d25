/** Every key begins with the name of its entity, so that the name alone stands for all of its kind. */
function keysByEntity<
  Keys extends { [Name in keyof Keys]: (...facts: never[]) => readonly [Name, ...unknown[]] },
>(keys: Keys): Keys {
  return keys;
}

/** The questions that mails lead to, by their pages. */
export type LinkedQuestion =
  | 'check-in'
  | 'invitation'
  | 'new-password'
  | 'rehearsal'
  | 'second-address'
  | 'still-here'
  | 'verify';

/** Keys of everything that screens read or fetch, by entity. */
export const queryKeys = keysByEntity({
  activation: (id: string) => ['activation', id],
  activationRequest: (id: string) => ['activationRequest', id],
  assistant: () => ['assistant'],
  capturedMail: (id: string) => ['capturedMail', id],
  capturedMails: () => ['capturedMails'],
  consents: () => ['consents'],
  contacts: () => ['contacts'],
  dashboard: () => ['dashboard'],
  desk: () => ['desk'],
  deskTab: (tab: string, ...facts: unknown[]) => ['deskTab', tab, ...facts],
  documents: () => ['documents'],
  fileContent: (id: string) => ['fileContent', id],
  instruction: (id: string) => ['instruction', id],
  instructions: (...facts: unknown[]) => ['instructions', ...facts],
  lapsingPlans: () => ['lapsingPlans'],
  legacies: () => ['legacies'],
  letters: () => ['letters'],
  factors: () => ['factors'],
  mailbox: () => ['mailbox'],
  mailedLink: (question: LinkedQuestion, token: string) => ['mailedLink', question, token],
  mailboxMessage: (id: string) => ['mailboxMessage', id],
  mailboxMessages: (folder: string, words: string) => ['mailboxMessages', folder, words],
  payments: () => ['payments'],
  plan: () => ['plan'],
  presence: () => ['presence'],
  profile: () => ['profile'],
  protocol: () => ['protocol'],
  protocolRules: () => ['protocolRules'],
  doubts: () => ['doubts'],
  ownAudit: () => ['ownAudit'],
  ownData: () => ['ownData'],
  readiness: () => ['readiness'],
  rehearsals: () => ['rehearsals'],
  receivedInstructions: (trustedContactId: string) => ['receivedInstructions', trustedContactId],
  review: (id: string) => ['review', id],
  reviews: (state: string) => ['reviews', state],
  securityEvents: (group?: string) => ['securityEvents', group],
  service: () => ['service'],
  sessions: () => ['sessions'],
  setup: () => ['setup'],
  setupTexts: () => ['setupTexts'],
  stop: (given: object | undefined) => ['stop', given],
  storage: () => ['storage'],
  support: () => ['support'],
  supportDesk: (state: string) => ['supportDesk', state],
  supportThread: (id: string) => ['supportThread', id],
  unsentCodes: () => ['unsentCodes'],
  wouldReceive: (contactId: string) => ['wouldReceive', contactId],
  deskAccount: (id: string) => ['deskAccount', id],
  paymentTroubles: (state: string) => ['paymentTroubles', state],
  paymentTrouble: (id: string) => ['paymentTrouble', id],
  outages: () => ['outages'],
  maintenance: () => ['maintenance'],
  maintenanceDesk: () => ['maintenanceDesk'],
  writingPlace: () => ['writingPlace'],
});

export type Entity = keyof typeof queryKeys;

/** The same for every visitor, or for any holder of a mailed link. */
const entitiesOfAnyVisitor: readonly Entity[] = [
  'mailedLink',
  'maintenance',
  'service',
  'setup',
  'setupTexts',
  'stop',
];

/** To be forgotten when another person signs in, or the session ends. */
export function isOfSignedInPerson([entity]: readonly unknown[]): boolean {
  return !entitiesOfAnyVisitor.some((name) => name === entity);
}
