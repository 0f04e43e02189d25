import { createHash, randomBytes } from 'node:crypto';
import { moscowDay } from '@zavet/contract/days';
import type { signUpInput } from '@zavet/contract/identity/account-schemas';
import {
  editionsInForce,
  type LegalDocument,
  legalDocumentNames,
} from '@zavet/contract/identity/editions';
import { linkLifetimes } from '@zavet/contract/timings';
import type { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, CookieReader, Cookies } from '../../../../platform/http/route.ts';
import { newId } from '../../../../platform/ids.ts';
import { jobName } from '../../../../platform/jobs/job.ts';
import {
  type AccountRequest,
  findAccountSummary,
  insertAccountRequest,
  lockUser,
} from '../account-repository.ts';
import { requireStrongPassword } from '../passwords/password-strength.ts';
import { passwords } from '../passwords/passwords.ts';
import { type EventOrigin, systemActor } from '../security-event-repository.ts';

export const accountRequestJob = jobName<{ request_id: string }>('account-request');

/**
 * Identifies the browser that signed up. A confirmation link opened in this browser also signs in.
 */
export const signUpCookie = { name: 'zavet_sign_up', path: '/api/account' };

/** Enqueues a sign-up. Only the job looks up the address, so the response reveals nothing. */
export async function requestSignUp(
  ctx: Context,
  input: z.output<typeof signUpInput>,
  caller: Caller,
  cookies: Cookies,
): Promise<void> {
  requireStrongPassword(input.password, input.email);
  requireCurrentDocuments(ctx, input.accepted);
  const passwordHash = await passwords(ctx).hash(input.password);
  const browser = randomBytes(32).toString('base64url');
  await enqueueAccountRequest(ctx, caller, {
    kind: 'sign_up',
    email: input.email,
    password_hash: passwordHash,
    accepted: JSON.stringify(input.accepted),
    preferred_language: input.preferred_language,
    browser_digest: browserDigest(browser),
  });
  cookies.set(signUpCookie.name, browser, {
    path: signUpCookie.path,
    sameSite: 'Strict',
    maxAge: linkLifetimes.verifyEmail / 1000,
  });
}

/** Requests another confirmation link. Opened in the browser that signed up, it also signs in. */
export function requestVerificationMail(
  ctx: Context,
  email: string,
  caller: Caller,
  cookies: CookieReader,
): Promise<void> {
  const browser = cookies.get(signUpCookie.name);
  return enqueueAccountRequest(ctx, caller, {
    kind: 'resend_verification',
    email,
    browser_digest: browser === undefined ? null : browserDigest(browser),
  });
}

export function requestRecoveryMail(ctx: Context, email: string, caller: Caller): Promise<void> {
  return enqueueAccountRequest(ctx, caller, { kind: 'recover_password', email });
}

export async function enqueueAccountRequest(
  { database, jobs, clock }: Context,
  origin: EventOrigin,
  request: Pick<AccountRequest, 'kind' | 'email'> & Partial<AccountRequest>,
): Promise<void> {
  const id = newId();
  await database.transaction(async () => {
    await insertAccountRequest(database, {
      password_hash: null,
      accepted: null,
      preferred_language: null,
      browser_digest: null,
      ip_address: origin.address,
      user_agent: origin.user_agent,
      created_at: clock.now(),
      ...request,
      id,
    });
    await jobs.enqueue(accountRequestJob, { request_id: id });
  });
}

export function browserDigest(browser: string): string {
  return createHash('sha256').update(browser).digest('base64url');
}

function requireCurrentDocuments(
  { editions, clock }: Context,
  accepted: Record<LegalDocument, string>,
): void {
  const inForce = editionsInForce(editions, moscowDay(clock.now()));
  const outdated = legalDocumentNames.filter((name) => accepted[name] !== inForce[name]);
  if (outdated.length > 0) fail('document_outdated', { facts: { documents: outdated } });
}

/** For operators: requests another confirmation link, as from an unknown browser. */
export async function resendConfirmation(ctx: Context, userId: string): Promise<void> {
  await lockUser(ctx.database, userId);
  const account = (await findAccountSummary(ctx.database, userId)) ?? fail('not_found');
  if (account.email_verified) fail('already_confirmed');
  await enqueueAccountRequest(ctx, systemActor, {
    kind: 'resend_verification',
    email: account.email,
  });
}
