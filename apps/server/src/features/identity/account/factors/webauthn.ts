import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type {
  PasskeyCreation,
  PasskeyRequest,
  RegisteredPasskey,
  UsedPasskey,
} from '@zavet/contract/identity/factor-schemas';
import { factorTimings } from '@zavet/contract/timings';
import { perContext } from '../../../../context.ts';
import type { ServiceKey } from '../../../../platform/encryption/service-key.ts';
import type { Passkey } from './passkey-repository.ts';
import { type NewPasskey, passkeyAlgorithms } from './verify-passkey.ts';

const timeBytes = 8;

const nonceBytes = 24;

/**
 * The one place that speaks Web Authentication: what browsers are asked for, and what they answered.
 * What verifies answers is loaded with the first of them.
 */
interface Webauthn {
  request(use: ChallengeUse, allowed: readonly Passkey[], now: Date): PasskeyRequest;
  creation(
    use: ChallengeUse,
    owner: { id: string; email: string },
    existing: readonly Passkey[],
    now: Date,
  ): PasskeyCreation;
  /** Undefined for what does not hold; the challenge has still to be spent. */
  readNew(
    use: ChallengeUse,
    given: RegisteredPasskey,
    now: Date,
  ): Promise<{ passkey: NewPasskey; challenge: OpenedChallenge } | undefined>;
  readUse(
    use: ChallengeUse,
    given: UsedPasskey,
    passkey: Passkey,
    now: Date,
  ): Promise<{ counter: number; challenge: OpenedChallenge } | undefined>;
}

const name = 'Zavet';

function createWebauthn(serviceKey: ServiceKey, publicUrl: string): Webauthn {
  const { origin, hostname: rpID } = new URL(publicUrl);
  const challenges = createChallenges(serviceKey);
  const expected = { expectedOrigin: origin, expectedRPID: rpID };

  function watch(use: ChallengeUse, now: Date) {
    const seen: { challenge?: OpenedChallenge } = {};
    const expectedChallenge = (challenge: string) => {
      const opened = challenges.open(use, challenge, now);
      if (opened) seen.challenge = opened;
      return opened !== undefined;
    };
    return { seen, expectedChallenge };
  }

  return {
    request: (use, allowed, now) => ({
      challenge: challenges.make(use, now),
      timeout: factorTimings.passkey,
      rpId: rpID,
      allowCredentials: allowed.map(descriptorOf),
      userVerification: 'required',
    }),
    creation: (use, { id, email }, existing, now) => ({
      rp: { id: rpID, name },
      user: { id: handleOf(id), name: email, displayName: email },
      challenge: challenges.make(use, now),
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' })),
      timeout: factorTimings.passkey,
      excludeCredentials: existing.map(descriptorOf),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    }),
    readNew: async (use, given, now) => {
      const { seen, expectedChallenge } = watch(use, now);
      const { verifyNewPasskey } = await import('./verify-passkey.ts');
      const passkey = await verifyNewPasskey(given, { ...expected, expectedChallenge });
      return passkey && seen.challenge && { passkey, challenge: seen.challenge };
    },
    readUse: async (use, given, passkey, now) => {
      const { userHandle } = given.response;
      if (userHandle !== undefined && userHandle !== handleOf(passkey.user_id)) return undefined;
      const { seen, expectedChallenge } = watch(use, now);
      const { verifyUsedPasskey } = await import('./verify-passkey.ts');
      const counter = await verifyUsedPasskey(given, passkey, { ...expected, expectedChallenge });
      if (counter === undefined || !seen.challenge) return undefined;
      return { counter, challenge: seen.challenge };
    },
  };
}

function descriptorOf({ credential_id: id, transports }: Passkey) {
  return {
    id,
    type: 'public-key' as const,
    ...(transports.length > 0 && { transports }),
  };
}

/** What the device keeps with the key, to name its owner. */
function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

export const webauthn = perContext(({ serviceKey, config }) =>
  createWebauthn(serviceKey, config.publicUrl),
);

/** What a passkey is asked for; an answer counts for nothing else. */
export type ChallengePurpose = 'register' | 'sign_in' | 'second_step' | 'proof';

/** For what and for whom: a browser, a session, a sign-in that has begun. */
export interface ChallengeUse {
  purpose: ChallengePurpose;
  subject: string;
}

export interface OpenedChallenge {
  digest: string;
  expires_at: Date;
}

interface Challenges {
  make(use: ChallengeUse, now: Date): string;
  /** Undefined for one that is not ours, was made for something else, or is too old. */
  open(use: ChallengeUse, challenge: string, now: Date): OpenedChallenge | undefined;
}

/**
 * Challenges carry their end and a signature instead of being kept: strangers can ask for any number
 * and leave nothing behind. Those that were answered are kept, so that each counts once.
 */
function createChallenges(serviceKey: ServiceKey): Challenges {
  const mac = ({ purpose, subject }: ChallengeUse, head: Buffer) =>
    createHmac('sha256', serviceKey.derive('passkey-challenges'))
      .update(`${purpose}\n${subject}\n`)
      .update(head)
      .digest();
  return {
    make: (use, now) => {
      const head = Buffer.concat([Buffer.alloc(timeBytes), randomBytes(nonceBytes)]);
      head.writeBigUInt64BE(BigInt(now.getTime() + factorTimings.passkey));
      return Buffer.concat([head, mac(use, head)]).toString('base64url');
    },
    open: (use, challenge, now) => {
      const bytes = Buffer.from(challenge, 'base64url');
      const head = bytes.subarray(0, timeBytes + nonceBytes);
      const expected = mac(use, head);
      const given = bytes.subarray(head.length);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const expires_at = new Date(Number(head.readBigUInt64BE()));
      if (expires_at <= now) return undefined;
      return { digest: createHash('sha256').update(bytes).digest('base64url'), expires_at };
    },
  };
}
