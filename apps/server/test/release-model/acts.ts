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
      ...ownerActsOn(index),
      ...contactActs(index),
      ...each.filter((by) => by !== index).flatMap((by) => answerActs(index, by)),
      nameAct(`${index} withdraws`, (state) => withdrawDoubt(state, index)),
      ...timeActs(index),
      nameAct(`command approves ${index}`, (state) => approveContact(state, index)),
      nameAct(`operator approves ${index}`, (state) => approveRequest(state, index, false)),
      nameAct(`operator certifies ${index}`, (state) => approveRequest(state, index, true)),
      nameAct(`operator rejects ${index}`, (state) => rejectRequest(state, index)),
    ]),
    ...ownerActs,
    nameAct('watch', processWaiting),
    nameAct('operator dismisses', (state) => decideDoubts(state, 'dismissed')),
    nameAct('operator upholds', (state) => decideDoubts(state, 'upheld')),
    nameAct('time: the waiting period', ({ waiting, ...state }) =>
      waiting?.span === 'runs' ? { ...state, waiting: { ...waiting, span: 'over' } } : undefined,
    ),
    nameAct('time: an interruption', ({ waiting, ...state }) =>
      waiting ? { ...state, waiting: { ...waiting, isInterrupted: true } } : undefined,
    ),
    nameAct('time: a weaker choice', weakerRulesApply),
  ];
}

const nameAct = (name: string, act: Act['do']): Act => ({ name, do: act });

function answerActs(index: number, by: number): Act[] {
  return [
    nameAct(`${by} agrees with ${index}`, (state) => agree(state, index, by)),
    nameAct(`${by} doubts ${index}`, (state) => raiseDoubt(state, index, by)),
  ];
}

function contactActs(index: number): Act[] {
  return [
    nameAct(`${index} accepts`, (state) => answer(state, index, 'accepted')),
    nameAct(`${index} declines`, (state) => answer(state, index, 'declined')),
    nameAct(`${index} signs up`, (state) => signUp(state, index)),
    nameAct(`${index} closes the account`, (state) => closeAccount(state, index)),
    nameAct(`${index} files`, (state) => fileRequest(state, index)),
    nameAct(`${index} starts`, (state) => start(state, index, true)),
    nameAct(`${index} asks`, (state) => requestAgreement(state, index, true)),
    nameAct(`${index} pays`, (state) => pay(state, index)),
    nameAct(`${index} gives up`, (state) => cancelStart(state, index)),
    nameAct(`${index} pays too late`, (state) => expirePayment(state, index)),
    nameAct(`${index} locks the PIN`, (state) => lockPin(state, index)),
  ];
}

export const choices: ReleaseRules[] = [0, 72].flatMap((waiting_hours) =>
  [false, true].map((needs_second) => ({ waiting_hours, needs_second })),
);

const ownerActs: Act[] = [
  ...choices.map((choice) =>
    nameAct(`owner chooses ${choice.waiting_hours} ${choice.needs_second}`, (state) => ({
      ...state,
      rules: applyChoice(state.rules, choice, now),
    })),
  ),
  nameAct('owner vetoes', veto),
  nameAct('owner vetoes by link', vetoByLink),
  nameAct('owner arms again', rearmProtocol),
  nameAct('owner sets a PIN', (state) => ({ ...state, hasPin: true })),
  nameAct('owner drops the PIN', (state) => ({ ...state, hasPin: false })),
  ...(['none', 'contacts', 'named'] as const).map((letters) =>
    nameAct(`owner writes for ${letters}`, (state) =>
      state.isReleased ? undefined : { ...state, letters },
    ),
  ),
];

function ownerActsOn(index: number): Act[] {
  return [
    nameAct(`owner keeps ${index}`, (state) =>
      contactOf(state, index).permission === 'vetoed'
        ? withContact(state, index, { permission: 'none' })
        : undefined,
    ),
    nameAct(`owner removes ${index}`, (state) => {
      const hasOrphanedDoubt = state.hasOrphanedDoubt || contactOf(state, index).doubts;
      return move({ ...state, hasOrphanedDoubt }, index, 'removed', { doubts: false });
    }),
    nameAct(`owner invites ${index}`, (state) =>
      contactOf(state, index).status === 'removed'
        ? withContact(state, index, { ...invited, hasAccount: true })
        : move(state, index, 'invited', { isLinkValid: true }),
    ),
    nameAct(`owner types the code of ${index}`, (state) =>
      contactOf(state, index).isLinkValid
        ? move(state, index, state.isReleased ? 'code_confirmed_late' : 'code_confirmed')
        : undefined,
    ),
    nameAct(`owner corrects the address of ${index}`, (state) =>
      move(state, index, 'email_changed', { isLinkValid: true }),
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

/** Mirrors `vetoByLinkOrCode`: a link cannot veto an activation approved by certificate. */
function vetoByLink(state: ModelState): Next {
  return vetoWhere(state, ({ permission }) => permission !== 'certified');
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
      ? { ...idle, permission: 'vetoed' as const }
      : idle;
  });
  const isWaitingKept = waiting && !isVetoed(contactOf(state, waiting.by), waiting.by);
  const left = { ...state, waiting: isWaitingKept ? waiting : null, contacts: after };
  const isOver = left.waiting === null && after.every(({ open }) => open === null);
  return isOver ? withoutDoubts(left) : left;
}

/** Returns the state after an act of the owner, which ends all doubts. */
function withoutDoubts(state: ModelState): ModelState {
  const contacts = state.contacts.map((one) => ({ ...one, doubts: false }));
  return { ...state, contacts, hasOrphanedDoubt: false };
}

/** Changes to a contact that void former agreements and approvals. */
function withoutApprovals(contact: ModelContact): Partial<ModelContact> {
  const { permission } = contact;
  return { ...noAgreement, permission: isApproved(contact) ? 'none' : permission };
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

/** Acts that end the time spans of a contact one by one, in any order, unlike a real clock. */
function timeActs(index: number): Act[] {
  const over = (key: 'asked' | 'seconded' | 'pinLock') =>
    nameAct(`time: ${key} of ${index}`, (state) =>
      contactOf(state, index)[key] === 'runs'
        ? withContact(state, index, { [key]: 'over' })
        : undefined,
    );
  return [
    over('asked'),
    over('seconded'),
    over('pinLock'),
    nameAct(`time: the step of ${index} expires`, (state) => expire(state, index)),
    nameAct(`time: the pause of ${index}`, (state) =>
      contactOf(state, index).isPaused ? withContact(state, index, { isPaused: false }) : undefined,
    ),
    nameAct(`time: the link of ${index}`, (state) =>
      contactOf(state, index).isLinkValid
        ? withContact(state, index, { isLinkValid: false })
        : undefined,
    ),
  ];
}

function weakerRulesApply({ rules, ...state }: ModelState): Next {
  const { pending } = rules;
  if (!pending || pending.from <= now) return undefined;
  return { ...state, rules: { ...rules, pending: { ...pending, from: now } } };
}

/** Ends every time span, as a real clock does eventually. */
export function endAllSpans(state: ModelState): ModelState {
  const over = (span: ModelContact['asked']) => span && ('over' as const);
  const contacts = state.contacts.map((one) => ({
    ...one,
    isLinkValid: false,
    isPaused: false as const,
    asked: over(one.asked),
    seconded: over(one.seconded),
    pinLock: over(one.pinLock),
  }));
  const waiting = state.waiting && { ...state.waiting, span: 'over' as const };
  const later = { ...state, contacts, waiting };
  return weakerRulesApply(later) ?? later;
}
