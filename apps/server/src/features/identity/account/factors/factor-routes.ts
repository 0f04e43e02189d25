import { factorEndpoints } from '@zavet/contract/account/factor-endpoints';
import { type Route, route } from '../../../../platform/http/route.ts';
import type { AccountDeps } from '../account-deps.ts';
import { beginCodes, confirmCodes, removeCodes } from './codes/switch-codes.ts';
import { disownFactor } from './disown-factor.ts';
import { reportLostDevice } from './lost-device/report-lost-device.ts';
import { stopLostDevice } from './lost-device/stop-lost-device.ts';
import { addPasskey, beginPasskey } from './passkeys/add-passkey.ts';
import { removePasskey, renamePasskey } from './passkeys/change-passkeys.ts';
import { offerPasskeySignIn, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts';
import { offerPasskeyProof, readFactors } from './read-factors.ts';
import { renewRecoveryCodes } from './recovery-codes/make-recovery-codes.ts';
import { takeSecondStep } from './second-step/take-second-step.ts';

export function factorRoutes(deps: AccountDeps): Route[] {
  return [
    route(factorEndpoints.getFactors, ({ owner }) => readFactors(deps, owner)),
    route(factorEndpoints.beginPasskey, ({ owner, caller }) => beginPasskey(deps, owner, caller)),
    route(factorEndpoints.addPasskey, async ({ owner, body, caller }) => ({
      recovery_codes: await addPasskey(deps, owner, body, caller),
    })),
    route(factorEndpoints.renamePasskey, async ({ owner, params, body, caller }) => {
      await renamePasskey(deps, owner, { ...params, ...body }, caller);
      return {};
    }),
    route(factorEndpoints.removePasskey, async ({ owner, params, caller }) => {
      await removePasskey(deps, owner, params.id, caller);
      return {};
    }),
    route(factorEndpoints.beginCodes, ({ owner, caller }) => beginCodes(deps, owner, caller)),
    route(factorEndpoints.confirmCodes, async ({ owner, body, caller }) => ({
      recovery_codes: await confirmCodes(deps, owner, body.code, caller),
    })),
    route(factorEndpoints.removeCodes, async ({ owner, caller }) => {
      await removeCodes(deps, owner, caller);
      return {};
    }),
    route(factorEndpoints.makeRecoveryCodes, async ({ owner, caller }) => ({
      recovery_codes: await renewRecoveryCodes(deps, owner, caller),
    })),
    route(factorEndpoints.disownFactor, async ({ body, caller }) => ({
      recovery_token: await disownFactor(deps, body.token, caller),
    })),
    route(factorEndpoints.offerPasskeySignIn, ({ cookies }) => offerPasskeySignIn(deps, cookies)),
    route(factorEndpoints.signInWithPasskey, ({ body, caller, cookies }) =>
      signInWithPasskey(deps, body.passkey, caller, cookies),
    ),
    route(factorEndpoints.takeSecondStep, ({ body, caller, cookies }) =>
      takeSecondStep(deps, body, caller, cookies),
    ),
    route(factorEndpoints.reportLostDevice, async ({ caller, cookies }) => ({
      ends_at: (await reportLostDevice(deps, caller, cookies)).toISOString(),
    })),
    route(factorEndpoints.stopLostDevice, async ({ body, caller }) => {
      await stopLostDevice(deps, body.token, caller);
      return {};
    }),
    route(factorEndpoints.offerPasskeyProof, ({ owner }) => offerPasskeyProof(deps, owner)),
  ];
}
