import { emailOnlyInput } from '@zavet/contract/account/account-schemas';
import { expect, test } from 'vitest';
import { parsedInput } from './parsed-input.ts';

test('what is typed is checked before it is sent', async () => {
  const load = async () => emailOnlyInput;
  expect(await parsedInput(load, { email: 'nobody' })).toMatchObject({ success: false });
  expect(await parsedInput(load, { email: 'Anna@Example.org ' })).toMatchObject({
    success: true,
    data: { email: 'anna@example.org' },
  });
});

test('a filled form can be sent when the code that checks it cannot be fetched', async () => {
  const gone = async () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/account-1a2b.js');
  };
  const typed = { email: 'anna@example.org' };
  expect(await parsedInput(gone, typed)).toEqual({ success: true, data: typed });
});
