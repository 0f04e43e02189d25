import { expect, test } from 'vitest';
import { endpointKey, isPrivateQuery, queryKeys } from './query-keys.ts';

test('cached data of one user is removed when another one signs in', () => {
  const own = [
    endpointKey('listInstructions'),
    endpointKey('listContacts'),
    queryKeys.unsentCodes(),
  ];
  expect(own.filter(isPrivateQuery)).toEqual(own);
});

test('data of a mailed link is not mistaken for that of a signed-in user', () => {
  const ofLinks = [
    queryKeys.mailedLink('new-password', 'token'),
    queryKeys.mailedLink('invitation', 'token'),
    queryKeys.stop({ token: 'token' }),
  ];
  expect(ofLinks.filter(isPrivateQuery)).toEqual([]);
});
