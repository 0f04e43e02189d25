import type { EndpointName } from '@zavet/contract/endpoints';

/** The key of an endpoint's answer. */
export type EndpointKey = readonly [name: EndpointName, input: object];

export function endpointKey(name: EndpointName, input: object = {}): EndpointKey {
  return [name, input];
}

/** Matches the answers of an endpoint to every input. */
export function everyInputOf(name: EndpointName) {
  return [name] as const;
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

/** Keys of what is no answer of an endpoint, or more than one. */
export const queryKeys = {
  fileContent: (id: string) => ['fileContent', id],
  mailedLink: (question: LinkedQuestion, token: string) => ['mailedLink', question, token],
  setup: () => ['setup'],
  setupTexts: () => ['setupTexts'],
  stop: (given: object | undefined) => ['stop', given],
  unsentCodes: () => ['unsentCodes'],
  writingPlace: () => ['writingPlace'],
} as const;

/** The same for every visitor, or for the holder of a mailed link. */
const publicQueries: readonly (EndpointName | keyof typeof queryKeys)[] = [
  'getMaintenance',
  'getService',
  'mailedLink',
  'setup',
  'setupTexts',
  'stop',
];

/** Removed from the cache when another person signs in, or the session ends. */
export function isOfSignedInPerson([name]: readonly unknown[]): boolean {
  return !publicQueries.some((one) => one === name);
}
