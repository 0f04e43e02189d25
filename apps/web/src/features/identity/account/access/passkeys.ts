import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { PasskeyCreation, PasskeyRequest } from '@zavet/contract/identity/factor-schemas';
import { PasskeyFailure } from './passkey-support.ts';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

export async function createPasskey(options: PasskeyCreation) {
  const created = await attempt(() =>
    startRegistration({ optionsJSON: options as CreationOptions }),
  );
  const { id, rawId, response } = created;
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    ...{ id, rawId, type: 'public-key' as const },
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Signs the challenge with a passkey of the device. */
export async function requestPasskey(request: PasskeyRequest) {
  const used = await attempt(() => startAuthentication({ optionsJSON: request as RequestOptions }));
  const { id, rawId, response } = used;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ...{ id, rawId, type: 'public-key' as const },
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
}

async function attempt<Result>(prompt: () => Promise<Result>): Promise<Result> {
  try {
    return await prompt();
  } catch (error) {
    throw new PasskeyFailure(kindOf(error), { cause: error });
  }
}

/** Browsers report a cancelled prompt and a timeout with the same error. */
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
