import { describe, expect, it } from 'vitest';
import {
  type EmailChangeEvent,
  type EmailChangeState,
  nextEmailChangeState,
} from './email-change-rules.ts';

const none = {
  confirm: undefined,
  undo: undefined,
  replace: undefined,
  withdraw: undefined,
  expire: undefined,
};

type Next = EmailChangeState | undefined;
const expected: Record<EmailChangeState, Record<EmailChangeEvent, Next>> = {
  pending: {
    confirm: 'confirmed',
    undo: 'canceled',
    replace: 'canceled',
    withdraw: 'withdrawn',
    expire: 'expired',
  },
  confirmed: { ...none, undo: 'undone' },
  withdrawn: { ...none, undo: 'undone' },
  expired: { ...none, undo: 'undone' },
  canceled: none,
  undone: none,
};

describe('a change of address', () => {
  const all = Object.entries(expected).flatMap(([state, events]) =>
    Object.entries(events).map(([event, next]) => [state, event, next]),
  ) as [EmailChangeState, EmailChangeEvent, Next][];

  it.each(all)('in state %s after %s: %s', (state, event, next) => {
    expect(nextEmailChangeState(state, event)).toBe(next);
  });
});
