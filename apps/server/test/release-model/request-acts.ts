import { isConfirmedContact } from '../../src/features/protocol/activation/activation-rules.ts';
import { reasonToAsk } from '../../src/features/protocol/requests/request-rules.ts';
import { ended, isStarted, moved, type Next, noAgreementKnown } from './contact-acts.ts';
import {
  contactOf,
  hasSomethingToDeliver,
  isApproved,
  isDoubted,
  type ModelState,
  standingOf,
  withContact,
} from './state.ts';

/** As `fileRequest` does. */
export function file(state: ModelState, index: number): Next {
  const contact = contactOf(state, index);
  if (!isConfirmedContact(standingOf(contact)) || isStarted(state)) return undefined;
  const { open, isPayerGone, isPaused, standing } = contact;
  if ((open === 'requested' || open === 'approved') && !isPayerGone) return state;
  const reason = reasonToAsk(state.mode, {
    is_approved: isApproved(contact),
    is_stopped: standing === 'stopped',
    asks_for_pin: state.hasPin && !isApproved(contact),
  });
  if (!reason || isPaused || !hasSomethingToDeliver(state)) return undefined;
  if (open) moved(open, 'given_up');
  return withContact(state, index, { ...ended, open: 'requested' });
}

/** As `endLeftOpen` does when the time is over. */
export function leaveOpen(state: ModelState, index: number): Next {
  const contact = contactOf(state, index);
  const { open, standing } = contact;
  if (open !== 'approved' && open !== 'agreement_pending' && open !== 'agreed') return undefined;
  if (open !== 'approved' && isDoubted(state, index)) return undefined;
  if (moved(open, 'left_open') !== 'payment_canceled') throw new Error('left open');
  return withContact(state, index, {
    ...ended,
    ...noAgreementKnown,
    standing: isApproved(contact) ? 'none' : standing,
  });
}

/** As the command does, with or without a request. */
export function approve(state: ModelState, index: number, isByCertificate = false): Next {
  const { status, standing, open } = contactOf(state, index);
  if (status !== 'confirmed') return undefined;
  if (open === 'requested') moved(open, 'approved');
  const isCertified = isByCertificate || standing === 'certified';
  return withContact(state, index, {
    standing: isCertified ? 'certified' : 'approved',
    pinLock: null,
    ...(open === 'requested' && { open: 'approved' }),
  });
}

/** As `approveRequest` does: there is somebody who asks. */
export function approveRequest(state: ModelState, index: number, isByCertificate: boolean): Next {
  const contact = contactOf(state, index);
  const isThere = isConfirmedContact(standingOf(contact, contact.isPayerGone));
  if (contact.open !== 'requested' || !isThere || isStarted(state)) return undefined;
  return approve(state, index, isByCertificate);
}

/** As `rejectRequest` does. */
export function reject(state: ModelState, index: number): Next {
  const { open } = contactOf(state, index);
  if (open !== 'requested') return undefined;
  moved(open, 'rejected');
  return withContact(state, index, { ...ended, isPaused: 'request' });
}
