import { createOneTimeCodes, type OneTimeCodes } from '../../../platform/encryption/one-time-codes.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';

/** The codes that open the desk; those with which owners sign in are others. */
export function createOperatorCodes(serviceKey: ServiceKey): OneTimeCodes {
  return createOneTimeCodes(serviceKey, {
    key: 'operator-codes',
    place: 'operator-code',
    issuer: 'Zavet',
  });
}
