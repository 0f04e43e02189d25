/** The browser or device did not return a passkey. */
export class PasskeyFailure extends Error {
  readonly kind: 'cancelled' | 'existing' | 'failure';

  constructor(kind: PasskeyFailure['kind'], options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

export function arePasskeysSupported(): boolean {
  return typeof PublicKeyCredential === 'function';
}
