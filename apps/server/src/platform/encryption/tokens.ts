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

/** Somebody who calls once calls again soon. What we signed stays signed: no answer can become wrong. */
const maxVerified = 1_000;

/** A clock may be a step ahead or behind. */
const toleranceSeconds = 30;

export interface LinkTokens {
  /** The row of a new link keeps both. An id that is given is kept, and so the link stays the same. */
  create(id?: string): { id: string; digest: string };
  /** The secret of the link with this id. Always the same, so a repeated mail carries the same link. */
  tokenOf(linkId: string): string;
  /** Kept by the database instead of the secret. */
  digestOf(token: string): string;
}

/**
 * Secrets of links sent by mail. They are computed from the link's id when the mail is
 * written, so neither the database nor the job queue ever holds one.
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
  /** The value, if this server signed it. */
  open(signed: string): string | undefined;
}

export function createValueSigner(serviceKey: ServiceKey, purpose: string): ValueSigner {
  const genuine = new Set<string>();
  // As a key object: Node takes many times longer to start with a key in plain bytes.
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
      if (genuine.has(signed)) return value;
      const given = Buffer.from(signed.slice(dot + 1));
      const expected = Buffer.from(mac(value));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      remember(genuine, signed);
      return value;
    },
  };
}

function remember(genuine: Set<string>, signed: string): void {
  if (genuine.size >= maxVerified) genuine.delete(genuine.values().next().value ?? '');
  genuine.add(signed);
}

/** Secrets of authenticators, and the codes that they make. */
export interface OneTimeCodes {
  newSecret(userId: string, email: string): { sealed: string; secret: string; uri: string };
  /** The step of a right code that is newer than the last one; undefined for any other. */
  stepOf(
    userId: string,
    sealed: string,
    code: string,
    lastStep: number | null,
    now: Date,
  ): number | undefined;
}

/** What the secrets of one purpose are sealed with, and where: none opens in another's place. */
interface CodePurpose {
  key: string;
  place: string;
  /** As authenticators show whose codes they are. */
  issuer: string;
}

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
