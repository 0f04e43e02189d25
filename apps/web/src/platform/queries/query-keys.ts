/** Every key begins with the name of its entity, so that the name alone stands for all of its kind. */
function keysByEntity<
  Keys extends { [Name in keyof Keys]: (...facts: never[]) => readonly [Name, ...unknown[]] },
>(keys: Keys): Keys {
  return keys;
}

/** What screens have read, or fetched, by entity. */
export const queryKeys = keysByEntity({
  activation: (id: string) => ['activation', id],
  assistant: () => ['assistant'],
  assistantPanel: () => ['assistantPanel'],
  capturedMail: (id: string) => ['capturedMail', id],
  capturedMails: () => ['capturedMails'],
  checkIn: (token: string | undefined) => ['checkIn', token],
  contacts: () => ['contacts'],
  dashboard: () => ['dashboard'],
  documents: () => ['documents'],
  fileContent: (id: string) => ['fileContent', id],
  instruction: (id: string) => ['instruction', id],
  instructions: () => ['instructions'],
  instructionSearch: (words: string) => ['instructionSearch', words],
  invitation: (token: string | undefined) => ['invitation', token],
  legacies: () => ['legacies'],
  linkDescription: (token: string) => ['linkDescription', token],
  payments: () => ['payments'],
  plan: () => ['plan'],
  presence: () => ['presence'],
  profile: () => ['profile'],
  protocol: () => ['protocol'],
  protocolRules: () => ['protocolRules'],
  readiness: () => ['readiness'],
  receivedInstructions: (trustedContactId: string) => ['receivedInstructions', trustedContactId],
  secondAddress: (token: string | undefined) => ['secondAddress', token],
  securityEvents: () => ['securityEvents'],
  service: () => ['service'],
  sessions: () => ['sessions'],
  setup: () => ['setup'],
  setupTexts: () => ['setupTexts'],
  stop: (given: object | undefined) => ['stop', given],
  stillHere: (token: string | undefined) => ['stillHere', token],
  storage: () => ['storage'],
  support: () => ['support'],
  unsentCodes: () => ['unsentCodes'],
});

export type Entity = keyof typeof queryKeys;

/** The same for everybody, or for anybody with the link of a mail. */
const entitiesOfEverybody: readonly Entity[] = [
  'checkIn',
  'invitation',
  'linkDescription',
  'secondAddress',
  'service',
  'setup',
  'setupTexts',
  'stop',
  'stillHere',
];

/** Whether it has to be forgotten when another person signs in, or nobody is signed in any more. */
export function isOfSignedInPerson([entity]: readonly unknown[]): boolean {
  return !entitiesOfEverybody.some((name) => name === entity);
}
