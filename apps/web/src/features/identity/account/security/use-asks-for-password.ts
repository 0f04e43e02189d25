import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';

/**
 * True where important forms ask for the password themselves. An owner with another proof chooses
 * in the dialog that comes when one is needed.
 */
export function useAsksForPassword(): boolean {
  const factors = useEndpoint('getFactors').data;
  return !factors || (factors.passkeys.length === 0 && !factors.has_codes);
}
