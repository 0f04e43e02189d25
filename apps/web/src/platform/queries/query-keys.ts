import type { EndpointName } from '@zavet/contract/endpoints';

/** The key of an endpoint's response. */
export type EndpointKey = readonly [name: EndpointName, input: object];

export function endpointKey(name: EndpointName, input: object = {}): EndpointKey {
  return [name, input];
}

/** Matches the responses of an endpoint for every input. */
export function everyInputOf(name: EndpointName) {
  return [name] as const;
}

/** The mailed links whose pages read data. */
export type LinkedPage =
  | 'check-in'
  | 'invitation'
  | 'new-password'
  | 'rehearsal'
  | 'second-address'
  | 'reconfirmation'
  | 'verify';

/** Keys of data that is not the response of exactly one endpoint. */
export const queryKeys = {
  fileContent: (id: string) => ['fileContent', id],
  mailedLink: (page: LinkedPage, token: string) => ['mailedLink', page, token],
  setup: () => ['setup'],
  setupTexts: () => ['setupTexts'],
  stop: (given: object | undefined) => ['stop', given],
  unsentCodes: () => ['unsentCodes'],
  writingPlace: () => ['writingPlace'],
} as const;

/** Data that does not depend on the signed-in user. */
const publicQueries: readonly (EndpointName | keyof typeof queryKeys)[] = [
  'getMaintenance',
  'getService',
  'mailedLink',
  'setup',
  'setupTexts',
  'stop',
];

/** Removed from the cache when another user signs in or the session ends. */
export function isPrivateQuery([name]: readonly unknown[]): boolean {
  return !publicQueries.some((one) => one === name);
}
