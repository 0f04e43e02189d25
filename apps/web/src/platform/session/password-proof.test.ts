import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import { beforeEach, expect, test } from 'vitest';
import { PasswordProof } from './password-proof.ts';

const refusal = (code: ErrorCode) => new ApiError(403, { error: { code }, request_id: 'r' });

let proof: PasswordProof;
let calls: number;
beforeEach(() => {
  proof = new PasswordProof();
  calls = 0;
});

/** A mock call that fails with these codes in order, then succeeds. */
const call =
  (...codes: ErrorCode[]) =>
  async () => {
    const code = codes[calls++];
    if (code) throw refusal(code);
    return 'done';
  };

test('does not ask for a proof unless the server requires it', async () => {
  expect(await proof.withProof(call())).toBe('done');
  expect(proof.state()).toBe(false);
});

test('repeats the call once the password is proven', async () => {
  const result = proof.withProof(call('proof_required'));
  await expect.poll(proof.state).toBe('any');
  proof.answer(true);
  expect(await result).toBe('done');
  expect(calls).toBe(2);
  expect(proof.state()).toBe(false);
});

test('does not repeat the call if the dialog is cancelled', async () => {
  const result = proof.withProof(call('proof_required'));
  await expect.poll(proof.state).toBe('any');
  proof.answer(false);
  await expect(result).rejects.toMatchObject({ code: 'proof_required' });
  expect(calls).toBe(1);
});

test('passes other failures on', async () => {
  await expect(proof.withProof(call('not_found'))).rejects.toMatchObject({ code: 'not_found' });
  expect(proof.state()).toBe(false);
});

test('asks for a second factor if the password is not enough, even after the password was given', async () => {
  const result = proof.withProof(call('proof_required', 'factor_proof_required'));
  await expect.poll(proof.state).toBe('any');
  proof.answer(true);
  await expect.poll(proof.state).toBe('factor');
  proof.answer(true);
  expect(await result).toBe('done');
  expect(calls).toBe(3);
});
