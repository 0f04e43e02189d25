import { applyChoice, type ReleaseRules } from '@zavet/contract/protocol/release-rules';
import {
  type ContactEvent,
  nextContactStatus,
} from '../../src/features/people/contacts/contact-rules.ts';
import { nextActivationStatus } from '../../src/features/protocol/activation/activation-rules.ts';
import {
  agree,
  answer,
  cancelStart,
  closeAccount,
  expirePayment,
  lockPin,
  type Next,
  noAgreement,
  pay,
  processWaiting,
  requestAgreement,
  signUp,
  start,
} from './contact-acts.ts';
import {
  approveContact,
  approveRequest,
  decideDoubts,
  expire,
  fileRequest,
  raiseDoubt,
  rejectRequest,
  withdrawDoubt,
} from './operator-acts.ts';
import {
  contactOf,
  invited,
  isApproved,
  type ModelContact,
  type ModelState,
  now,
  withContact,
} from './state.ts';

export interface Act {
  name: string;
  do(state: ModelState): Next;
}

/** Every act of every actor, for an owner with this many contacts. */
export function allActs(contacts: number): Act[] {
  const each = Array.from({ length: contacts }, (_, index) => index);
  return [
    ...each.flatMap((index) => [
      ...ownersActsOn(index),
      ...actsOf(index),
      ...each.filter((by) => by !== index).flatMap((by) => answersTo(index, by)),
      named(`${index} withdraws`, (state) => withdrawDoubt(state, index)),
      ...timePassesFor(index),
      named(`command approves ${index}`, (state) => approveContact(state, index)),
      named(`operator approves ${index}`, (state) => approveRequest(state, index, false)),
      named(`operator certifies ${index}`, (state) => approveRequest(state, index, true)),
      named(`operator rejects ${index}`, (state) => rejectRequest(state, index)),
    ]),
    ...ownersActs,
    named('watch', processWaiting),
    named('operator dismisses', (state) => decideDoubts(state, 'dismissed')),
    named('operator upholds', (state) => decideDoubts(state, 'upheld')),
    named('time: the waiting', ({ waiting, ...state }) =>
      waiting?.span === 'runs' ? { ...state, waiting: { ...waiting, span: 'over' } } : undefined,
    ),
    named('time: an interruption', ({ waiting, ...state }) =>
      waiting ? { ...state, waiting: { ...waiting, isInterrupted: true } } : undefined,
    ),
    named('time: a weaker choice', weakerRulesApply),
  ];
}

const named = (name: string, act: Act['do']): Act => ({ name, do: act });

function answersTo(index: number, by: number): Act[] {
  return [
    named(`${by} agrees with ${index}`, (state) => agree(state, index, by)),
    named(`${by} doubts ${index}`, (state) => raiseDoubt(state, index, by)),
  ];
}

function actsOf(index: number): Act[] {
  return [
    named(`${index} accepts`, (state) => answer(state, index, 'accepted')),
    named(`${index} declines`, (state) => answer(state, index, 'declined')),
    named(`${index} signs up`, (state) => signUp(state, index)),
    named(`${index} closes the account`, (state) => closeAccount(state, index)),
    named(`${index} files`, (state) => fileRequest(state, index)),
    named(`${index} starts`, (state) => start(state, index, true)),
    named(`${index} asks`, (state) => requestAgreement(state, index, true)),
    named(`${index} pays`, (state) => pay(state, index)),
    named(`${index} gives up`, (state) => cancelStart(state, index)),
    named(`${index} pays too late`, (state) => expirePayment(state, index)),
    named(`${index} locks the PIN`, (state) => lockPin(state, index)),
  ];
}

export const choices: ReleaseRules[] = [0, 72].flatMap((waiting_hours) =>
  [false, true].map((needs_second) => ({ waiting_hours, needs_second })),
);

const ownersActs: Act[] = [
  ...choices.map((choice) =>
    named(`owner chooses ${choice.waiting_hours} ${choice.needs_second}`, (state) => ({
      ...state,
      kept: applyChoice(state.kept, choice, now),
    })),
  ),
  named('owner stops', veto),
  named('owner stops by link', vetoByLink),
  named('owner arms again', rearmProtocol),
  named('owner sets a PIN', (state) => ({ ...state, hasPin: true })),
  named('owner drops the PIN', (state) => ({ ...state, hasPin: false })),
  ...(['none', 'contacts', 'named'] as const).map((letters) =>
    named(`owner writes for ${letters}`, (state) =>
      state.isReleased ? undefined : { ...state, letters },
    ),
  ),
];

function ownersActsOn(index: number): Act[] {
  return [
    named(`owner keeps ${index}`, (state) =>
      contactOf(state, index).standing === 'stopped'
        ? withContact(state, index, { standing: 'none' })
        : undefined,
    ),
    named(`owner removes ${index}`, (state) => {
      const isDoubtLeft = state.isDoubtLeft || contactOf(state, index).doubts;
      return move({ ...state, isDoubtLeft }, index, 'removed', { doubts: false });
    }),
    named(`owner invites ${index}`, (state) =>
      contactOf(state, index).status === 'removed'
        ? withContact(state, index, { ...invited, hasAccount: true })
        : move(state, index, 'invited', { isLinkLive: true }),
    ),
    named(`owner types the code of ${index}`, (state) =>
      contactOf(state, index).isLinkLive
        ? move(state, index, state.isReleased ? 'code_confirmed_late' : 'code_confirmed')
        : undefined,
    ),
    named(`owner corrects the address of ${index}`, (state) =>
      move(state, index, 'email_changed', { isLinkLive: true }),
    ),
  ];
}

function move(
  state: ModelState,
  index: number,
  event: ContactEvent,
  changes: Partial<ModelContact> = {},
): Next {
  const { status } = contactOf(state, index);
  if (status === 'removed') return undefined;
  const next = nextContactStatus(status, event);
  return 'next' in next ? withContact(state, index, { ...changes, status: next.next }) : undefined;
}

/** Mirrors `vetoOwnProtocol`: ends all open activations and blocks their contacts. */
function veto(state: ModelState): Next {
  return vetoWhere(state, () => true);
}

/**
 * Mirrors `vetoByLinkOrCode` with a link, which cannot veto an activation approved by certificate.
 */
function vetoByLink(state: ModelState): Next {
  return vetoWhere(state, ({ standing }) => standing !== 'certified');
}

function vetoWhere(state: ModelState, isVetoable: (contact: ModelContact) => boolean): Next {
  const { contacts, waiting } = state;
  const isVetoed = (one: ModelContact, index: number) =>
    isVetoable(one) && (one.open !== null || waiting?.by === index);
  if (!contacts.some(isVetoed)) return undefined;
  const after = contacts.map((one, index) => {
    if (!isVetoable(one)) return { ...one, ...noAgreement, isAlone: one.isAlone };
    const next = one.open && nextActivationStatus(one.open, 'vetoed');
    if (one.open && !next) throw new Error('veto');
    const idle = {
      ...one,
      ...withoutApprovals(one),
      open: null,
      isPayerGone: false,
      isPaused: one.isPaused || (next === 'rejected' && ('request' as const)),
    };
    return isVetoed(one, index) && one.status !== 'removed'
      ? { ...idle, standing: 'stopped' as const }
      : idle;
  });
  const isWaitingKept = waiting && !isVetoed(contactOf(state, waiting.by), waiting.by);
  const left = { ...state, waiting: isWaitingKept ? waiting : null, contacts: after };
  const isOver = left.waiting === null && after.every(({ open }) => open === null);
  return isOver ? withoutDoubts(left) : left;
}

/** An act of the owner refutes all doubts. */
function withoutDoubts(state: ModelState): ModelState {
  const contacts = state.contacts.map((one) => ({ ...one, doubts: false }));
  return { ...state, contacts, isDoubtLeft: false };
}

/** Former agreements and approvals lose effect. */
function withoutApprovals(contact: ModelContact): Partial<ModelContact> {
  const { standing } = contact;
  return { ...noAgreement, standing: isApproved(contact) ? 'none' : standing };
}

function rearmProtocol(state: ModelState): Next {
  if (!state.isReleased) return undefined;
  const contacts = state.contacts.map((one) => {
    const idle = { ...one, ...withoutApprovals(one) };
    if (one.status === 'removed') return idle;
    const next = nextContactStatus(one.status, 'protocol_rearmed');
    if (!('next' in next)) return idle;
    const status = one.isAccountGone ? 'pending' : next.next;
    return { ...idle, status, isAccountGone: false };
  });
  return withoutDoubts({ ...state, contacts, isReleased: false });
}

/** Ends one time span of a contact while others still run, which no real clock can do. */
function timePassesFor(index: number): Act[] {
  const over = (key: 'asked' | 'seconded' | 'pinLock') =>
    named(`time: ${key} of ${index}`, (state) =>
      contactOf(state, index)[key] === 'runs'
        ? withContact(state, index, { [key]: 'over' })
        : undefined,
    );
  return [
    over('asked'),
    over('seconded'),
    over('pinLock'),
    named(`time: the step of ${index} expires`, (state) => expire(state, index)),
    named(`time: the pause of ${index}`, (state) =>
      contactOf(state, index).isPaused ? withContact(state, index, { isPaused: false }) : undefined,
    ),
    named(`time: the link of ${index}`, (state) =>
      contactOf(state, index).isLinkLive
        ? withContact(state, index, { isLinkLive: false })
        : undefined,
    ),
  ];
}

function weakerRulesApply({ kept, ...state }: ModelState): Next {
  const { pending } = kept;
  if (!pending || pending.from <= now) return undefined;
  return { ...state, kept: { ...kept, pending: { ...pending, from: now } } };
}

/** Ends every time span, as any clock does eventually. */
export function endAllSpans(state: ModelState): ModelState {
  const over = (span: ModelContact['asked']) => span && ('over' as const);
  const contacts = state.contacts.map((one) => ({
    ...one,
    isLinkLive: false,
    isPaused: false as const,
    asked: over(one.asked),
    seconded: over(one.seconded),
    pinLock: over(one.pinLock),
  }));
  const waiting = state.waiting && { ...state.waiting, span: 'over' as const };
  const later = { ...state, contacts, waiting };
  return weakerRulesApply(later) ?? later;
}
