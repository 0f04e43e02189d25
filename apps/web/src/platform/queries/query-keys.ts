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

/** Keys of what is no answer of an endpoint, or more than one. */
export const queryKeys = {
  checkIn: (token: string | undefined) => ['checkIn', token],
  fileContent: (id: string) => ['fileContent', id],
  invitation: (token: string | undefined) => ['invitation', token],
  linkDescription: (token: string) => ['linkDescription', token],
  rehearsalAnswer: (token: string | undefined) => ['rehearsalAnswer', token],
  secondAddress: (token: string | undefined) => ['secondAddress', token],
  setup: () => ['setup'],
  setupTexts: () => ['setupTexts'],
  stillHere: (token: string | undefined) => ['stillHere', token],
  stop: (given: object | undefined) => ['stop', given],
  unsentCodes: () => ['unsentCodes'],
  writingPlace: () => ['writingPlace'],
} as const;

/** The same for every visitor, or for the holder of a mailed link. */
const publicQueries: readonly (EndpointName | keyof typeof queryKeys)[] = [
  'checkIn',
  'getMaintenance',
  'getService',
  'invitation',
  'linkDescription',
  'rehearsalAnswer',
  'secondAddress',
  'setup',
  'setupTexts',
  'stillHere',
  'stop',
];

/** Removed from the cache when another person signs in, or the session ends. */
export function isOfSignedInPerson([name]: readonly unknown[]): boolean {
  return !publicQueries.some((one) => one === name);
}
