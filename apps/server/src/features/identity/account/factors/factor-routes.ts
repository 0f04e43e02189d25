import { factorEndpoints } from '@zavet/contract/account/factor-endpoints';
import type { Context } from '../../../../context.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { disownByLink } from '../disown.ts';
import { beginCodes, confirmCodes, removeCodes } from './codes/switch-codes.ts';
import { reportLostDevice } from './lost-device/report-lost-device.ts';
import { stopLostDevice } from './lost-device/stop-lost-device.ts';
import { addPasskey, beginPasskey } from './passkeys/add-passkey.ts';
import { removePasskey, renamePasskey } from './passkeys/change-passkeys.ts';
import { offerPasskeySignIn, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts';
import { offerPasskeyProof, readFactors } from './read-factors.ts';
import { renewRecoveryCodes } from './recovery-codes/make-recovery-codes.ts';
import { takeSecondStep } from './second-step/take-second-step.ts';

export function factorRoutes(ctx: Context): Route[] {
  return [
    route(factorEndpoints.getFactors, ({ owner }) => readFactors(ctx, owner)),
    route(factorEndpoints.beginPasskey, ({ owner, caller }) => beginPasskey(ctx, owner, caller)),
    route(factorEndpoints.addPasskey, async ({ owner, body, caller }) => ({
      recovery_codes: await addPasskey(ctx, owner, body, caller),
    })),
    route(factorEndpoints.renamePasskey, async ({ owner, params, body, caller }) => {
      await renamePasskey(ctx, owner, { ...params, ...body }, caller);
      return {};
    }),
    route(factorEndpoints.removePasskey, async ({ owner, params, caller }) => {
      await removePasskey(ctx, owner, params.id, caller);
      return {};
    }),
    route(factorEndpoints.beginCodes, ({ owner, caller }) => beginCodes(ctx, owner, caller)),
    route(factorEndpoints.confirmCodes, async ({ owner, body, caller }) => ({
      recovery_codes: await confirmCodes(ctx, owner, body.code, caller),
    })),
    route(factorEndpoints.removeCodes, async ({ owner, caller }) => {
      await removeCodes(ctx, owner, caller);
      return {};
    }),
    route(factorEndpoints.makeRecoveryCodes, async ({ owner, caller }) => ({
      recovery_codes: await renewRecoveryCodes(ctx, owner, caller),
    })),
    route(factorEndpoints.disownFactor, async ({ body, caller }) => ({
      recovery_token: await disownByLink(ctx, 'disown_factor', body.token, caller),
    })),
    route(factorEndpoints.offerPasskeySignIn, ({ cookies }) => offerPasskeySignIn(ctx, cookies)),
    route(factorEndpoints.signInWithPasskey, ({ body, caller, cookies }) =>
      signInWithPasskey(ctx, body.passkey, caller, cookies),
    ),
    route(factorEndpoints.takeSecondStep, ({ body, caller, cookies }) =>
      takeSecondStep(ctx, body, caller, cookies),
    ),
    route(factorEndpoints.reportLostDevice, async ({ caller, cookies }) => ({
      ends_at: await reportLostDevice(ctx, caller, cookies),
    })),
    route(factorEndpoints.stopLostDevice, async ({ body, caller }) => {
      await stopLostDevice(ctx, body.token, caller);
      return {};
    }),
    route(factorEndpoints.offerPasskeyProof, ({ owner }) => offerPasskeyProof(ctx, owner)),
  ];
}
