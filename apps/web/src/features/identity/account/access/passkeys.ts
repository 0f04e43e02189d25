import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { PasskeyCreation, PasskeyRequest } from '@zavet/contract/identity/factor-schemas';
import { PasskeyFailure } from './passkey-support.ts';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Lets the device make a passkey. */
export async function makePasskey(options: PasskeyCreation) {
  const made = await attempt(() => startRegistration({ optionsJSON: options as CreationOptions }));
  const { id, rawId, response } = made;
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    ...{ id, rawId, type: 'public-key' as const },
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Lets the device sign with a passkey. */
export async function askPasskey(request: PasskeyRequest) {
  const used = await attempt(() => startAuthentication({ optionsJSON: request as RequestOptions }));
  const { id, rawId, response } = used;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ...{ id, rawId, type: 'public-key' as const },
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
}

async function attempt<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw new PasskeyFailure(kindOf(error), { cause: error });
  }
}

/** Browsers do not say whether somebody changed their mind or took too long. */
function kindOf(error: unknown): PasskeyFailure['kind'] {
  if (
    error instanceof WebAuthnError &&
    error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  ) {
    return 'existing';
  }
  const name = error instanceof Error ? error.name : '';
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failure';
}
