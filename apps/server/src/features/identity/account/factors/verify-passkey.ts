import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { PasskeyAssertion, RegisteredPasskey } from '@zavet/contract/identity/factor-schemas';
import type { Passkey } from './passkey-repository.ts';

type NewPasskey = Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports'>;

interface ExpectedValues {
  expectedOrigin: string;
  expectedRPID: string;
  expectedChallenge: (challenge: string) => boolean;
}

type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response'];

type Authentication = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

export async function verifyPasskeyRegistration(
  registration: RegisteredPasskey,
  expected: ExpectedValues,
  supportedAlgorithmIDs: number[],
): Promise<NewPasskey | undefined> {
  const result = await undefinedOnError(async () => {
    rejectCertificates(registration.response.attestationObject);
    return verifyRegistrationResponse({
      ...expected,
      response: registration as Registration,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
  });
  if (!result?.verified) return undefined;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  const transports = registration.response.transports ?? [];
  const public_key = isoBase64URL.fromBuffer(publicKey);
  return { credential_id: id, public_key, counter, transports };
}

/** Returns the signature counter; undefined if the signature is invalid. */
export async function verifyPasskeyAssertion(
  assertion: PasskeyAssertion,
  { credential_id: id, public_key }: Passkey,
  expected: ExpectedValues,
): Promise<number | undefined> {
  const result = await undefinedOnError(() =>
    verifyAuthenticationResponse({
      ...expected,
      response: assertion as Authentication,
      requireUserVerification: true,
      // Checked by `isCounterRegressed`, to distinguish a copied key from a wrong signature.
      credential: { id, publicKey: isoBase64URL.toBuffer(public_key), counter: 0 },
    }),
  );
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
}

/** The library would download revocation lists from addresses in an unrequested certificate. */
function rejectCertificates(attestationObject: string): void {
  const statement = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get(
    'attStmt',
  );
  if (statement.get('x5c') !== undefined) throw new Error('The attestation contains a certificate');
}

/** The library throws for invalid input. */
async function undefinedOnError<Result>(
  verify: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
