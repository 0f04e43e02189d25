import { emailOnlyInput } from '@zavet/contract/identity/account-schemas';
import type { contactInput } from '@zavet/contract/people/contact-endpoints';
import { describe, expect, test } from 'vitest';
import { type FormValues, oneAtATime, parseInput, useContractForm } from './use-contract-form.ts';

const schema = async () =>
  (await import('@zavet/contract/people/contact-endpoints')).confirmContactInput;
const submit = async () => {};
const allFields = { trusted_contact_id: '', confirmation_code: '' };

// Checked by the compiler: an unused @ts-expect-error does not compile.
describe('a form of the contract', () => {
  test('has every field of the contract, and may have more', () => {
    const useWhole = () =>
      useContractForm({ schema, submit, initialValues: { ...allFields, isSure: true } });
    const useIncomplete = () =>
      // @ts-expect-error: confirmation_code is missing
      useContractForm({ schema, submit, initialValues: { trusted_contact_id: '' } });
    expect([useWhole, useIncomplete]).toHaveLength(2);
  });

  test('adds fields that the user does not type through toInput', () => {
    const initialValues = { confirmation_code: '' };
    const useKnownContact = () =>
      useContractForm({
        schema,
        submit,
        initialValues,
        toInput: (values) => ({ ...values, trusted_contact_id: 'known' }),
      });
    const useWithoutToInput = () =>
      // @ts-expect-error: nothing provides trusted_contact_id
      useContractForm({ schema, submit, initialValues, toInput: (values) => values });
    expect([useKnownContact, useWithoutToInput]).toHaveLength(2);
  });

  test('includes optional fields of the contract', () => {
    type Given = { name: string; note?: string };
    const filled: FormValues<Given> = { name: 'Anna', note: undefined };
    // @ts-expect-error: note is missing
    const lacking: FormValues<Given> = { name: 'Anna' };
    expect([filled, lacking]).toHaveLength(2);
  });

  test('may have an unset choice, and has typed values', () => {
    type Contact = FormValues<(typeof contactInput)['_zod']['input']>;
    const unset: Contact['category'] = '';
    // @ts-expect-error: not a category
    const unknown: Contact['category'] = 'stranger';
    // @ts-expect-error: a tick box is not typed into
    const typed: Contact['is_minor'] = '';
    expect([unset, unknown, typed]).toHaveLength(3);
  });

  test('offers text fields for strings and check boxes for booleans', () => {
    const useDrawn = () => {
      const { field, check } = useContractForm({
        schema,
        submit,
        initialValues: { ...allFields, isSure: true },
      });
      // @ts-expect-error: a tick box is not typed into
      field('isSure');
      // @ts-expect-error: a text is not ticked
      check('confirmation_code');
      // @ts-expect-error: no such field
      field('name');
      return [field('confirmation_code'), check('isSure')];
    };
    expect(useDrawn).toBeTypeOf('function');
  });
});

test('sends nothing on a second submit while the first is pending', async () => {
  const attempt = oneAtATime();
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  const send = async () => {
    sent += 1;
    await promise;
  };
  const presses = [attempt(send), attempt(send)];
  expect(sent).toBe(1);
  resolve();
  await Promise.all(presses);
  await attempt(send);
  expect(sent).toBe(2);
});

test('can be submitted again after a failure', async () => {
  const attempt = oneAtATime();
  const failing = () => Promise.reject(new Error('no answer'));
  await expect(attempt(failing)).rejects.toThrow('no answer');
  await expect(attempt(failing)).rejects.toThrow('no answer');
});

test('checks input before it is sent', async () => {
  const load = async () => emailOnlyInput;
  expect(await parseInput(load, { email: 'no-address' })).toMatchObject({ success: false });
  expect(await parseInput(load, { email: 'Anna@Example.org ' })).toMatchObject({
    success: true,
    data: { email: 'anna@example.org' },
  });
});

test('can be submitted if the code of the schema cannot be fetched', async () => {
  const failingImport = async () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/account-1a2b.js');
  };
  const typed = { email: 'anna@example.org' };
  expect(await parseInput(failingImport, typed)).toEqual({ success: true, data: typed });
});
