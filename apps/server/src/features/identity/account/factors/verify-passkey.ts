import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { RegisteredPasskey, UsedPasskey } from '@zavet/contract/identity/factor-schemas';
import type { Passkey } from './passkey-repository.ts';

/** EdDSA, ES256, RS256, in this order. */
export const passkeyAlgorithms = [-8, -7, -257];

export type NewPasskey = Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports'>;

interface Expected {
  expectedOrigin: string;
  expectedRPID: string;
  expectedChallenge: (challenge: string) => boolean;
}

type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response'];

type Authentication = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/** What a device has made, if all of it holds. */
export async function verifyNewPasskey(
  given: RegisteredPasskey,
  expected: Expected,
): Promise<NewPasskey | undefined> {
  const result = await orNothing(async () => {
    refuseCertificates(given.response.attestationObject);
    return verifyRegistrationResponse({
      ...expected,
      response: given as Registration,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
  });
  if (!result?.verified) return undefined;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  const transports = given.response.transports ?? [];
  return {
    credential_id: id,
    public_key: isoBase64URL.fromBuffer(publicKey),
    counter,
    transports,
  };
}

/** What the device has counted, if its signature holds. */
export async function verifyUsedPasskey(
  given: UsedPasskey,
  { credential_id: id, public_key }: Passkey,
  expected: Expected,
): Promise<number | undefined> {
  const result = await orNothing(() =>
    verifyAuthenticationResponse({
      ...expected,
      response: given as Authentication,
      requireUserVerification: true,
      // The count is compared by a rule of ours, which can tell a copied key from a wrong signature.
      credential: { id, publicKey: isoBase64URL.toBuffer(public_key), counter: 0 },
    }),
  );
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
}

/**
 * We ask for no certificates. One that came all the same would be looked up at an address that it
 * names itself.
 */
function refuseCertificates(attestationObject: string): void {
  const statement = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get(
    'attStmt',
  );
  if (statement.get('x5c') !== undefined) throw new Error('A certificate was not asked for.');
}

/** The library throws for everything that does not hold. */
async function orNothing<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
