import type {
  PasskeyCreation,
  PasskeyRequest,
  RegisteredPasskey,
  UsedPasskey,
} from '@zavet/contract/account/factor-schemas';
import { factorTimings } from '@zavet/contract/timings';
import { perContext } from '../../../../../context.ts';
import type { ServiceKey } from '../../../../../platform/encryption/service-key.ts';
import { type ChallengeUse, createChallenges, type OpenedChallenge } from './challenges.ts';
import { passkeyAlgorithms } from './passkey-algorithms.ts';
import type { Passkey } from './passkey-repository.ts';
import type { NewPasskey } from './verify-passkey.ts';

/**
 * The one place that speaks Web Authentication: what browsers are asked for, and what they answered.
 * What verifies answers is loaded with the first of them.
 */
export interface PasskeyDoor {
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

function createPasskeyDoor(serviceKey: ServiceKey, publicUrl: string): PasskeyDoor {
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

export const passkeyDoor = perContext(({ serviceKey, config }) =>
  createPasskeyDoor(serviceKey, config.publicUrl),
);
