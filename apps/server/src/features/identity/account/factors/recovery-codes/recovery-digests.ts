import { createHmac } from 'node:crypto';
import { limits } from '@zavet/contract/limits';
import { perContext } from '../../../../../context.ts';
import type { ServiceKey } from '../../../../../platform/encryption/service-key.ts';
import { randomCharacters } from '../../../../../platform/random-characters.ts';

interface RecoveryDigests {
  /** Without the dashes, in capitals. */
  digestOf(userId: string, code: string): string;
}

/** No 0 and O, no 1, I and L: codes are copied by hand. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const groupLength = 4;

function createRecoveryDigests(serviceKey: ServiceKey): RecoveryDigests {
  return {
    digestOf: (userId, code) =>
      createHmac('sha256', serviceKey.derive('recovery-codes'))
        .update(`${userId}\n${code}`)
        .digest('base64url'),
  };
}

export const recoveryDigests = perContext(({ serviceKey }) => createRecoveryDigests(serviceKey));

export function newRecoveryCode(): string {
  return randomCharacters(alphabet, limits.recoveryCodeLength);
}

/** As people read it: in groups. */
export function writtenRecoveryCode(code: string): string {
  return (code.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []).join('-');
}
