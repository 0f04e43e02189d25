export type EmailChangeState =
  | 'pending'
  | 'confirmed'
  | 'canceled'
  | 'withdrawn'
  | 'expired'
  | 'undone';

export type EmailChangeEvent =
  /** The new address was confirmed. */
  | 'confirm'
  /** The old address took it back. */
  | 'undo'
  /** A newer request, or a new password, puts an end to this one. */
  | 'replace'
  /** Its owner does not want it any more. */
  | 'withdraw'
  /** Nobody confirmed the new address in time. */
  | 'expire';

const afterPending = {
  confirm: 'confirmed',
  undo: 'canceled',
  replace: 'canceled',
  withdraw: 'withdrawn',
  expire: 'expired',
} as const satisfies Record<EmailChangeEvent, EmailChangeState>;

/** The state after an event, or undefined where the event is not allowed. */
export function nextEmailChangeState(
  state: EmailChangeState,
  event: EmailChangeEvent,
): EmailChangeState | undefined {
  switch (state) {
    case 'pending':
      return afterPending[event];
    case 'confirmed':
    // The one who asked knew the password, whatever became of it: the old address may still say so.
    case 'withdrawn':
    case 'expired':
      return event === 'undo' ? 'undone' : undefined;
    case 'canceled':
    case 'undone':
      return undefined;
  }
}
