export type EmailChangeState = 'pending' | 'confirmed' | 'canceled' | 'undone';

export type EmailChangeEvent =
  /** The new address was confirmed. */
  | 'confirm'
  /** The old address took it back. */
  | 'undo'
  /** A newer request, or a new password, puts an end to this one. */
  | 'replace';

/** The state after an event, or undefined where the event is not allowed. */
export function nextEmailChangeState(
  state: EmailChangeState,
  event: EmailChangeEvent,
): EmailChangeState | undefined {
  switch (state) {
    case 'pending':
      return event === 'confirm' ? 'confirmed' : 'canceled';
    case 'confirmed':
      return event === 'undo' ? 'undone' : undefined;
    case 'canceled':
    case 'undone':
      return undefined;
  }
}
