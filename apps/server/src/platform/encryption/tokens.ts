import {
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { newId } from '../ids.ts';
import { openText, sealText } from './sealed-text.ts';
import type { ServiceKey } from './service-key.ts';

export interface LinkTokens {
  /** Id and digest for the row of a link. The same id always gives the same link. */
  create(id?: string): { id: string; digest: string };
  /** Deterministic, so a repeated mail contains the same link. */
  tokenOf(linkId: string): string;
  /** Returns the digest that is stored instead of the token. */
  digestOf(token: string): string;
}

/**
 * Tokens of mailed links, computed from the id: they are stored neither in the database nor in the
 * job queue.
 */
export function createLinkTokens(serviceKey: ServiceKey): LinkTokens {
  const tokenOf = (linkId: string) =>
    createHmac('sha256', serviceKey.derive('link-tokens')).update(linkId).digest('base64url');
  const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  return {
    create: (id = newId()) => ({ id, digest: digestOf(tokenOf(id)) }),
    tokenOf,
    digestOf,
  };
}

interface ValueSigner {
  sign(value: string): string;
  /** The value, or undefined if the signature is wrong. */
  open(signed: string): string | undefined;
}

/** Verified values are cached: clients repeat their cookies, and signatures never expire. */
const maxVerified = 1_000;

export function createValueSigner(serviceKey: ServiceKey, purpose: string): ValueSigner {
  const verified = new Set<string>();
  // HMACs start much faster with a key object than with plain bytes.
  let key: KeyObject | undefined;
  const mac = (value: string) => {
    key ??= createSecretKey(serviceKey.derive(purpose));
    return createHmac('sha256', key).update(value).digest('base64url');
  };
  return {
    sign: (value) => `${value}.${mac(value)}`,
    open: (signed) => {
      const dot = signed.lastIndexOf('.');
      if (dot < 0) return undefined;
      const value = signed.slice(0, dot);
      if (verified.has(signed)) return value;
      const actual = Buffer.from(signed.slice(dot + 1));
      const expected = Buffer.from(mac(value));
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
      rememberVerified(verified, signed);
      return value;
    },
  };
}

function rememberVerified(verified: Set<string>, signed: string): void {
  if (verified.size >= maxVerified) verified.delete(verified.values().next().value ?? '');
  verified.add(signed);
}

/** Time-based one-time codes of authenticator apps. */
export interface OneTimeCodes {
  newSecret(userId: string, email: string): { sealed: string; secret: string; uri: string };
  /** The time step of a correct code newer than `lastStep`, otherwise undefined. */
  stepOf(
    userId: string,
    sealed: string,
    code: string,
    lastStep: number | null,
    now: Date,
  ): number | undefined;
}

/** Secrets of one purpose cannot be opened for another. */
interface CodePurpose {
  key: string;
  place: string;
  /** Shown by authenticator apps. */
  issuer: string;
}

/** One step of clock skew. */
const toleranceSeconds = 30;

export function createOneTimeCodes(
  serviceKey: ServiceKey,
  { key: purpose, place, issuer }: CodePurpose,
): OneTimeCodes {
  const key = () => createSecretKey(serviceKey.derive(purpose));
  const placeOf = (userId: string) =>
    ({ format: 'plain', place: JSON.stringify([place, userId]) }) as const;
  return {
    newSecret: (userId, email) => {
      const secret = generateSecret();
      return {
        secret,
        sealed: sealText(key(), 'service', placeOf(userId), secret),
        uri: generateURI({ issuer, label: email, secret }),
      };
    },
    stepOf: (userId, sealed, code, lastStep, now) => {
      const result = verifySync({
        secret: openText(key(), 'service', placeOf(userId), sealed),
        token: code,
        epoch: Math.floor(now.getTime() / 1000),
        epochTolerance: toleranceSeconds,
        ...(lastStep !== null && { afterTimeStep: lastStep }),
      });
      return result.valid && 'timeStep' in result ? result.timeStep : undefined;
    },
  };
}
