import type { ArrivedMail } from '@zavet/smtp-stand-in/stand-in';
import { pauseAfterRefusals } from '../../apps/server/src/features/protocol/letters/delivery-rules.ts';
import { deliveryTokenIn } from '../../apps/server/test/protocol.ts';
import { type Household, recipientKey } from './household.ts';
import { type DeliveryRow, finalStatus, type Outcome } from './outcome.ts';
import type { Stack } from './stack.ts';

/** All violations of a trial in which letters are released. */
export function violationsOf(
  stack: Stack,
  household: Household,
  outcome: Outcome,
  mails: readonly ArrivedMail[],
): string[] {
  return [
    ...activationViolations(household, outcome),
    ...releaseTimeViolations(outcome),
    ...paymentViolations(stack, outcome),
    ...outcome.deliveries.flatMap((one) => letterViolations(household, one)),
    ...recipientViolations(household, outcome),
    ...envelopeViolations(household, outcome),
    ...mailViolations(stack, household, outcome, mails),
    ...notificationViolations(household, mails),
  ];
}

function activationViolations({ unreached }: Household, outcome: Outcome): string[] {
  const instructionStates = unreached ? 'outbox,sent' : 'sent';
  const states = outcome.activations.map(({ status }) => status);
  return [
    ...violationUnless(states.join() === finalStatus, `activations: ${states.join()}`),
    ...violationUnless(
      outcome.activations_in_audit === 1,
      `${outcome.activations_in_audit} activations in the audit log`,
    ),
    ...violationUnless(
      outcome.instruction_states.join() === instructionStates,
      `instructions: ${outcome.instruction_states.join()}`,
    ),
    ...violationUnless(
      outcome.contact_states.join() === 'activated,activated,activated,pending',
      `contacts: ${outcome.contact_states.join()}`,
    ),
  ];
}

/** No release may happen before its time. The trial reports a late release as slow recovery. */
function releaseTimeViolations({ activations }: Outcome): string[] {
  return activations.flatMap(({ release_at, activated_at }) => {
    const isEarly = release_at && activated_at && Date.parse(activated_at) < Date.parse(release_at);
    return violationUnless(!isEarly, `due ${release_at}, released ${activated_at}`);
  });
}

function paymentViolations({ provider }: Stack, { payments, activations }: Outcome): string[] {
  const ids = new Set(payments.map(({ id }) => id));
  const known = provider.control
    .payments()
    .filter(({ metadata }) => ids.has(metadata?.payment_id ?? ''));
  const refunds = provider.control
    .refunds()
    .filter((refund) => known.some(({ id }) => id === refund.payment_id));
  const [payment, ...others] = payments;
  return [
    ...violationUnless(
      payment?.status === 'succeeded' && others.length === 0,
      `${ids.size} payments`,
    ),
    ...violationUnless(
      payment?.took_effect === 1,
      `payment took effect ${payment?.took_effect} times`,
    ),
    ...violationUnless(activations[0]?.payment_id === payment?.id, 'activated by another payment'),
    ...violationUnless(
      known.length === 1 && known[0]?.status === 'succeeded',
      `at the provider: ${known.map(({ status }) => status).join() || 'nothing'}`,
    ),
    ...violationUnless(refunds.length === 0, `${refunds.length} refunds`),
  ];
}

function letterViolations(household: Household, letter: DeliveryRow): string[] {
  const { id, state, envelope_state, links } = letter;
  const isUnreached =
    household.unreached !== undefined && addressOf(household, letter) === household.unreached;
  const expected = isUnreached ? 'unreachable' : 'accepted';
  return [
    ...violationUnless(state === expected, `delivery ${id} is ${state}`),
    ...violationUnless(
      state === envelope_state,
      `delivery ${id} is ${state} in an envelope that is ${envelope_state}`,
    ),
    ...(isUnreached ? unreachedLedgerViolations(letter) : acceptedLedgerViolations(letter)),
    ...violationUnless(links.length === 1, `delivery ${id} has ${links.length} links`),
  ];
}

/** Kinds of ledger entries allowed between `queued` and the final `accepted`. */
const intermediateKinds = ['refused', 'address_corrected', 'accepted', 'bounced'];

function acceptedLedgerViolations({ id, ledger }: DeliveryRow): string[] {
  const isComplete =
    ledger[0] === 'queued' &&
    ledger.at(-1) === 'accepted' &&
    ledger.slice(1, -1).every((kind) => intermediateKinds.includes(kind));
  return violationUnless(isComplete, `ledger of ${id}: ${ledger.join()}`);
}

/** Every attempt of the week must have been accepted and bounced. */
function unreachedLedgerViolations({ id, ledger }: DeliveryRow): string[] {
  const tries: string[] = [];
  for (let refusals = 1; ; refusals += 1) {
    tries.push('accepted', 'bounced');
    if (pauseAfterRefusals(refusals) === undefined) break;
  }
  const expected = ['queued', ...tries, 'given_up'].join();
  return violationUnless(ledger.join() === expected, `ledger of ${id}: ${ledger.join()}`);
}

function addressOf(
  { recipients }: Household,
  { instruction_id, contact_id }: DeliveryRow,
): string | undefined {
  return recipients.get(recipientKey(instruction_id, contact_id));
}

function recipientViolations(
  { recipients, unconfirmedContact, instructions }: Household,
  { deliveries, withheld }: Outcome,
): string[] {
  const areWithheld =
    withheld.length === instructions &&
    withheld.every(
      ({ contact_id, envelopes }) => contact_id === unconfirmedContact.id && envelopes === 0,
    );
  const served = deliveries.map((one) => recipientKey(one.instruction_id, one.contact_id));
  const isRight =
    served.length === recipients.size && served.every((recipient) => recipients.has(recipient));
  return [
    ...violationUnless(isRight, `${served.length} deliveries for ${recipients.size} recipients`),
    ...violationUnless(
      areWithheld,
      `${withheld.length} letters withheld for ${instructions} instructions`,
    ),
  ];
}

/** One mail per person, however many letters it contains. */
function envelopeViolations(household: Household, { deliveries }: Outcome): string[] {
  const addresses = new Set(deliveries.map((one) => addressOf(household, one)));
  const envelopes = Map.groupBy(deliveries, ({ envelope_id }) => envelope_id);
  const isShared = [...envelopes.values()].some(
    (letters) => new Set(letters.map((one) => addressOf(household, one))).size !== 1,
  );
  return [
    ...violationUnless(
      envelopes.size === addresses.size,
      `${envelopes.size} mails for ${addresses.size} people`,
    ),
    ...violationUnless(!isShared, 'letters to two people in one mail'),
  ];
}

/**
 * Each delivery must lead to at least one mail, to the right address; all its mails are identical.
 */
function mailViolations(
  { ctx }: Stack,
  household: Household,
  { deliveries }: Outcome,
  mails: readonly ArrivedMail[],
): string[] {
  const { linkTokens } = ctx;
  return deliveries.flatMap((letter) => {
    const [link] = letter.links;
    const address = addressOf(household, letter);
    const own = mails.filter(({ message_id }) => message_id.includes(link?.id ?? 'no link'));
    const isForeign = own.some(({ to }) => to !== address);
    const isAltered = own.some(
      ({ text }) => linkTokens.digestOf(deliveryTokenIn(text)) !== link?.digest,
    );
    const ids = new Set(own.map(({ message_id }) => message_id));
    return [
      ...violationUnless(ids.size === 1, `${ids.size} different mails to ${address}`),
      ...violationUnless(
        !isForeign,
        `a letter for ${address} was sent to ${own.map(({ to }) => to).join()}`,
      ),
      ...violationUnless(!isAltered, `another link in a mail to ${address}`),
    ];
  });
}

/** Notifications of payment, activation and unreached recipients: one mail each. */
function notificationViolations(
  { owner, activator, unreached }: Household,
  mails: readonly ArrivedMail[],
): string[] {
  const expected = [
    ['protocol_activated', owner.email],
    ...(unreached ? [['recipients_unreached', activator.email]] : []),
  ] as const;
  return expected.flatMap(([kind, address]) => {
    const own = mails.filter((mail) => mail.to === address && kindOf(mail) === kind);
    const ids = new Set(own.map(({ message_id }) => message_id));
    return violationUnless(ids.size === 1, `${ids.size} mails ${kind}`);
  });
}

export function findUnexpectedMails(
  { unconfirmedAddresses, ignoredRecipients }: Stack,
  households: readonly Household[],
  outcomes: readonly Outcome[],
  mails: readonly ArrivedMail[],
): string[] {
  const links = new Set(
    outcomes.flatMap(({ deliveries }) =>
      deliveries.flatMap((one) => one.links.map(({ id }) => `<delivery.${id}@`)),
    ),
  );
  const notified = new Set(households.flatMap((one) => [one.owner.email, one.activator.email]));
  const otherContacts = new Set(
    households.flatMap(({ otherContacts }) => otherContacts.map(({ email }) => email)),
  );
  const isKnown = (mail: ArrivedMail) => {
    const kind = kindOf(mail);
    if (ignoredRecipients.has(mail.to)) return true;
    // Announcements of new documents go to all accounts.
    if (kind === 'edition_notice') return true;
    if (kind === 'delivery') return links.has(mail.message_id.replace(/@.*/, '@'));
    if (kind === 'late_invitation') return unconfirmedAddresses.has(mail.to);
    if (kindsForOtherContacts.includes(kind) && otherContacts.has(mail.to)) return true;
    return notificationKinds.includes(kind) && notified.has(mail.to);
  };
  return mails.filter((mail) => !isKnown(mail)).map((mail) => `${mail.message_id} to ${mail.to}`);
}

const notificationKinds = [
  'activation_announced',
  'activation_progress',
  'protocol_activated',
  'recipients_unreached',
  'delivery_address_corrected',
  'activation_waits',
  'activation_state',
  'activation_attempt_ended',
  'activation_ended',
];
const kindsForOtherContacts = ['activation_state', 'activation_ended'];

export function kindOf({ message_id }: ArrivedMail): string {
  return message_id.match(/^<(\w+)\./)?.[1] ?? '';
}

export function violationUnless(isSatisfied: boolean, violation: string): string[] {
  return isSatisfied ? [] : [violation];
}
