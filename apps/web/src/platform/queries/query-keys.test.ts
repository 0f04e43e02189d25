import { expect, test } from 'vitest';
import { endpointKey, isOfSignedInPerson, queryKeys } from './query-keys.ts';

test('what a person has read is forgotten when another one signs in', () => {
  const own = [
    endpointKey('listInstructions'),
    endpointKey('listContacts'),
    queryKeys.unsentCodes(),
  ];
  expect(own.filter(isOfSignedInPerson)).toEqual(own);
});

test('what the link of a mail says is not taken from the page that is waiting for it', () => {
  const ofLinks = [
    queryKeys.mailedLink('new-password', 'token'),
    queryKeys.mailedLink('invitation', 'token'),
    queryKeys.stop({ token: 'token' }),
  ];
  expect(ofLinks.filter(isOfSignedInPerson)).toEqual([]);
});
