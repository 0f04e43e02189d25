export type EmailChangeState =
  | 'pending'
  | 'confirmed'
  | 'canceled'
  | 'withdrawn'
  | 'expired'
  | 'undone';

export type EmailChangeEvent =
  /** The link mailed to the new address is used. */
  | 'confirm'
  /** The link mailed to the old address is used. */
  | 'undo'
  /** A newer request or another password replaces the change. */
  | 'replace'
  /** The owner withdraws the change. */
  | 'withdraw'
  | 'expire';

const afterPending = {
  confirm: 'confirmed',
  undo: 'canceled',
  replace: 'canceled',
  withdraw: 'withdrawn',
  expire: 'expired',
} as const satisfies Record<EmailChangeEvent, EmailChangeState>;

/** Undefined if the event is not allowed in this state. */
export function nextEmailChangeState(
  state: EmailChangeState,
  event: EmailChangeEvent,
): EmailChangeState | undefined {
  switch (state) {
    case 'pending':
      return afterPending[event];
    case 'confirmed':
    // The requester knew the password, so the old address can still report an intrusion.
    case 'withdrawn':
    case 'expired':
      return event === 'undo' ? 'undone' : undefined;
    case 'canceled':
    case 'undone':
      return undefined;
  }
}
