import { perContext } from '../../../context.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import { createOneTimeCodes } from '../../../platform/encryption/tokens.ts';

/** The codes that open the desk; those that owners sign in with have another key. */
export const operatorCodes = perContext(({ serviceKey }) => createOperatorCodes(serviceKey));

export function createOperatorCodes(serviceKey: ServiceKey) {
  return createOneTimeCodes(serviceKey, {
    key: 'operator-codes',
    place: 'operator-code',
    issuer: 'Zavet',
  });
}
