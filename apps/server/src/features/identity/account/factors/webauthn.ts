import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
  RegisteredPasskey,
} from '@zavet/contract/identity/factor-schemas';
import { factorTimings } from '@zavet/contract/timings';
import { perContext } from '../../../../context.ts';
import type { ServiceKey } from '../../../../platform/encryption/service-key.ts';
import type { Account } from '../account-repository.ts';
import type { Passkey, UsedChallenge } from './passkey-repository.ts';

const relyingPartyName = 'Zavet';
/** EdDSA, ES256, RS256, by preference. */
const algorithms = [-8, -7, -257];
const timeBytes = 8;
const nonceBytes = 24;

/** An answer to a challenge is valid for one purpose only. */
export type ChallengePurpose = 'register' | 'sign_in' | 'second_step' | 'proof';

export interface ChallengeUse {
  purpose: ChallengePurpose;
  /** Digest of the browser, or id of the session or of the pending sign-in. */
  subject: string;
}

/** Relying party of Web Authentication. The verifying library is loaded on first use. */
export const webauthn = perContext(({ serviceKey, config }) =>
  createWebauthn(serviceKey, config.publicUrl),
);

function createWebauthn(serviceKey: ServiceKey, publicUrl: string) {
  const { origin, hostname: rpID } = new URL(publicUrl);
  const challenges = createChallenges(serviceKey);

  function expectChallenge(use: ChallengeUse, now: Date) {
    const opened: { challenge?: UsedChallenge } = {};
    const expectedChallenge = (challenge: string) => {
      const found = challenges.open(use, challenge, now);
      if (found) opened.challenge = found;
      return found !== undefined;
    };
    return { opened, expected: { expectedOrigin: origin, expectedRPID: rpID, expectedChallenge } };
  }

  return {
    createRequest: (use: ChallengeUse, allowed: readonly Passkey[], now: Date): PasskeyRequest => ({
      challenge: challenges.create(use, now),
      timeout: factorTimings.passkey,
      rpId: rpID,
      allowCredentials: allowed.map(descriptorOf),
      userVerification: 'required',
    }),
    createRegistration: (
      use: ChallengeUse,
      { id, email }: Pick<Account, 'id' | 'email'>,
      existing: readonly Passkey[],
      now: Date,
    ): PasskeyCreation => ({
      rp: { id: rpID, name: relyingPartyName },
      user: { id: userHandleOf(id), name: email, displayName: email },
      challenge: challenges.create(use, now),
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
      timeout: factorTimings.passkey,
      excludeCredentials: existing.map(descriptorOf),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    }),
    /** Undefined if invalid. The caller must consume the challenge. */
    verifyRegistration: async (use: ChallengeUse, registration: RegisteredPasskey, now: Date) => {
      const { opened, expected } = expectChallenge(use, now);
      const { verifyPasskeyRegistration } = await import('./verify-passkey.ts');
      const passkey = await verifyPasskeyRegistration(registration, expected, algorithms);
      return passkey && opened.challenge && { passkey, challenge: opened.challenge };
    },
    /** Undefined if invalid. The caller must consume the challenge and compare the counter. */
    verifyAssertion: async (
      use: ChallengeUse,
      assertion: PasskeyAssertion,
      passkey: Passkey,
      now: Date,
    ) => {
      const { userHandle } = assertion.response;
      if (userHandle !== undefined && userHandle !== userHandleOf(passkey.user_id))
        return undefined;
      const { opened, expected } = expectChallenge(use, now);
      const { verifyPasskeyAssertion } = await import('./verify-passkey.ts');
      const counter = await verifyPasskeyAssertion(assertion, passkey, expected);
      if (counter === undefined || !opened.challenge) return undefined;
      return { counter, challenge: opened.challenge };
    },
  };
}

function descriptorOf({ credential_id: id, transports }: Passkey) {
  return { id, type: 'public-key' as const, ...(transports.length > 0 && { transports }) };
}

/** The authenticator stores this handle with the key. */
function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/**
 * Challenges are signed and contain their expiry, so callers without a session cannot fill a table.
 * Only used ones are stored, against replay.
 */
function createChallenges(serviceKey: ServiceKey) {
  const mac = ({ purpose, subject }: ChallengeUse, head: Buffer) =>
    createHmac('sha256', serviceKey.derive('passkey-challenges'))
      .update(`${purpose}\n${subject}\n`)
      .update(head)
      .digest();
  return {
    create: (use: ChallengeUse, now: Date): string => {
      const head = Buffer.concat([Buffer.alloc(timeBytes), randomBytes(nonceBytes)]);
      head.writeBigUInt64BE(BigInt(now.getTime() + factorTimings.passkey));
      return Buffer.concat([head, mac(use, head)]).toString('base64url');
    },
    /** Undefined if forged, expired or created for another use. */
    open: (use: ChallengeUse, challenge: string, now: Date): UsedChallenge | undefined => {
      const bytes = Buffer.from(challenge, 'base64url');
      const head = bytes.subarray(0, timeBytes + nonceBytes);
      const expected = mac(use, head);
      const signature = bytes.subarray(head.length);
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
        return undefined;
      const expires_at = new Date(Number(head.readBigUInt64BE()));
      if (expires_at <= now) return undefined;
      return { digest: createHash('sha256').update(bytes).digest('base64url'), expires_at };
    },
  };
}
