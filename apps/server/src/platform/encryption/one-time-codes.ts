import { createSecretKey } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { openText, sealText } from './sealed-text.ts';
import type { ServiceKey } from './service-key.ts';

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

/** A clock may be a step ahead or behind. */
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
