import { z } from 'zod';
import { currentPasswordField, timestamp } from '../fields.ts';
import { limits } from '../limits.ts';
import {
  isOneTimeCode,
  isRecoveryCode,
  normalizeOneTimeCode,
  normalizeRecoveryCode,
} from './account-rules.ts';

/** Base64url bytes of the Web Authentication API. */
const bytes = z
  .string('required')
  .min(1, 'required')
  .max(16_384, 'too_long')
  .regex(/^[\w-]+$/, 'invalid');

const transports = z.array(z.string().max(20)).max(10);

const credentialParts = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key', 'invalid'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
};

/** A new passkey. */
const registeredPasskey = z
  .object({
    ...credentialParts,
    response: z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: transports.optional().catch(undefined),
    }),
  })
  .transform((passkey) => ({ ...passkey, clientExtensionResults: {} }));
export type RegisteredPasskey = z.output<typeof registeredPasskey>;

/** An assertion of a passkey. */
const passkeyAssertion = z
  .object({
    ...credentialParts,
    response: z.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes.optional(),
    }),
  })
  .transform((passkey) => ({ ...passkey, clientExtensionResults: {} }));
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

const credentialDescriptors = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: transports.optional() }),
);

export const passkeyRequest = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  /** Empty: the person chooses among the passkeys of the device. */
  allowCredentials: credentialDescriptors,
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: credentialDescriptors,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.output<typeof passkeyCreation>;

const passkeyNameField = z
  .string('required')
  .trim()
  .regex(/^\P{Cc}*$/u, 'invalid')
  .min(1, 'required')
  .max(limits.passkeyNameMaxLength, 'too_long');

const oneTimeCodeField = z
  .string('required')
  .max(limits.typedCodeMaxLength, 'one_time_code_invalid')
  .transform(normalizeOneTimeCode)
  .refine(isOneTimeCode, 'one_time_code_invalid');

const recoveryCodeField = z
  .string('required')
  .max(limits.typedCodeMaxLength, 'recovery_code_invalid')
  .transform(normalizeRecoveryCode)
  .refine(isRecoveryCode, 'recovery_code_invalid');

export const addPasskeyInput = z.object({ passkey: registeredPasskey, name: passkeyNameField });
export const renamePasskeyInput = z.object({ name: passkeyNameField });
export const passkeyAssertionInput = z.object({ passkey: passkeyAssertion });
export const oneTimeCodeInput = z.object({ code: oneTimeCodeField });
export const recoveryCodeInput = z.object({ recovery_code: recoveryCodeField });
export const passwordProofInput = z.object({ current_password: currentPasswordField });

/** Recovery codes are not accepted as a proof; they only complete a sign-in. */
export const proofInput = z.union(
  [passwordProofInput, passkeyAssertionInput, oneTimeCodeInput],
  'invalid',
);
export type ProofInput = z.output<typeof proofInput>;

export const secondStepInput = z.union(
  [passkeyAssertionInput, oneTimeCodeInput, recoveryCodeInput],
  'invalid',
);
export type SecondStepInput = z.output<typeof secondStepInput>;

/** Second factors that can complete a sign-in. */
export const secondStepView = z.object({
  /** Null if the account has no passkey. */
  passkey: passkeyRequest.nullable(),
  has_codes: z.boolean(),
  has_recovery_codes: z.boolean(),
  /** Time at which all second factors are removed after the report of a lost device. */
  lost_device_until: timestamp.nullable(),
});
export type SecondStepView = z.input<typeof secondStepView>;

const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
});
export type PasskeyView = z.input<typeof passkeyView>;

export const factorsView = z.object({
  passkeys: z.array(passkeyView),
  has_codes: z.boolean(),
  recovery_codes_left: z.number().int(),
  lost_device_until: timestamp.nullable(),
});
export type FactorsView = z.input<typeof factorsView>;

/** Shown once; null if the account already has codes. */
export const newRecoveryCodes = z.object({ recovery_codes: z.array(z.string()).nullable() });
