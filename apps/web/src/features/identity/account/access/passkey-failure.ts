/** Why the device gave no passkey. */
export class PasskeyFailure extends Error {
  readonly kind: 'cancelled' | 'existing' | 'failure';

  constructor(kind: PasskeyFailure['kind'], options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

/** Whether this browser can use passkeys at all. */
export function isPasskeyKnown(): boolean {
  return typeof PublicKeyCredential === 'function';
}
