import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { factorTimings } from '@zavet/contract/timings';
import type { ServiceKey } from '../../../../../platform/encryption/service-key.ts';

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

export interface Challenges {
  make(use: ChallengeUse, now: Date): string;
  /** Undefined for one that is not ours, was made for something else, or is too old. */
  open(use: ChallengeUse, challenge: string, now: Date): OpenedChallenge | undefined;
}

const timeBytes = 8;
const nonceBytes = 24;

/**
 * Challenges carry their end and a signature instead of being kept: strangers can ask for any number
 * and leave nothing behind. Those that were answered are kept, so that each counts once.
 */
export function createChallenges(serviceKey: ServiceKey): Challenges {
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
