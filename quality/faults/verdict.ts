import type { ArrivedMail } from '@zavet/smtp-stand-in/arrived-mail';
import { pauseAfterRefusals } from '../../apps/server/src/features/protocol/delivery/delivery-rules.ts';
import { deliveryTokenIn } from '../../apps/server/test/protocol.ts';
import { type Family, recipientKey } from './family.ts';
import { type DeliveryRow, lastStatus, type Outcome } from './outcome.ts';
import type { Stack } from './stack.ts';

/** Everything that is not as it must be; empty when all is well. */
export function violationsOf(
  stack: Stack,
  family: Family,
  outcome: Outcome,
  mails: readonly ArrivedMail[],
): string[] {
  return [
    ...wrongWithActivation(family, outcome),
    ...wrongWithTime(outcome),
    ...wrongWithMoney(stack, outcome),
    ...outcome.deliveries.flatMap((one) => wrongWithLetter(family, one)),
    ...wrongWithRecipients(family, outcome),
    ...wrongWithEnvelopes(family, outcome),
    ...wrongWithMails(stack, family, outcome, mails),
    ...wrongWithNotices(family, mails),
  ];
}

function wrongWithActivation({ unreached }: Family, outcome: Outcome): string[] {
  const instructionStates = unreached ? 'outbox,sent' : 'sent';
  const states = outcome.activations.map(({ status }) => status);
  return [
    ...unless(states.join() === lastStatus, `activations: ${states.join()}`),
    ...unless(outcome.activations_in_audit === 1, `in the audit ${outcome.activations_in_audit}×`),
    ...unless(
      outcome.instruction_states.join() === instructionStates,
      `instructions: ${outcome.instruction_states.join()}`,
    ),
    ...unless(
      outcome.contact_states.join() === 'activated,activated,activated,pending',
      `contacts: ${outcome.contact_states.join()}`,
    ),
  ];
}

/** Never before the day that was told. How late it may be is the business of the trial. */
function wrongWithTime({ activations }: Outcome): string[] {
  return activations.flatMap(({ release_at, activated_at }) => {
    const isEarly = release_at && activated_at && Date.parse(activated_at) < Date.parse(release_at);
    return unless(!isEarly, `due ${release_at}, left ${activated_at}`);
  });
}

function wrongWithMoney({ provider }: Stack, { payments, activations }: Outcome): string[] {
  const ids = new Set(payments.map(({ id }) => id));
  const asked = provider.control
    .payments()
    .filter(({ metadata }) => ids.has(metadata?.payment_id ?? ''));
  const refunds = provider.control
    .refunds()
    .filter((refund) => asked.some(({ id }) => id === refund.payment_id));
  const [payment, ...others] = payments;
  return [
    ...unless(payment?.status === 'succeeded' && others.length === 0, `${ids.size} payments`),
    ...unless(payment?.took_effect === 1, `took effect ${payment?.took_effect}×`),
    ...unless(activations[0]?.payment_id === payment?.id, 'activated by another payment'),
    ...unless(
      asked.length === 1 && asked[0]?.status === 'succeeded',
      `at the provider: ${asked.map(({ status }) => status).join() || 'nothing'}`,
    ),
    ...unless(refunds.length === 0, `${refunds.length} refunds`),
  ];
}

function wrongWithLetter(family: Family, letter: DeliveryRow): string[] {
  const { id, state, envelope_state, links } = letter;
  const isUnreached =
    family.unreached !== undefined && addressOf(family, letter) === family.unreached;
  const expected = isUnreached ? 'unreachable' : 'accepted';
  return [
    ...unless(state === expected, `delivery ${id} is ${state}`),
    ...unless(state === envelope_state, `delivery ${id} is ${state} in one ${envelope_state}`),
    ...(isUnreached ? wrongWithGivenUp(letter) : wrongWithServed(letter)),
    ...unless(links.length === 1, `delivery ${id} has ${links.length} links`),
  ];
}

/** A letter that was taken and bounced is taken once more. */
const kindsBetween = ['refused', 'address_corrected', 'accepted', 'bounced'];

function wrongWithServed({ id, ledger }: DeliveryRow): string[] {
  const isComplete =
    ledger[0] === 'queued' &&
    ledger.at(-1) === 'accepted' &&
    ledger.slice(1, -1).every((kind) => kindsBetween.includes(kind));
  return unless(isComplete, `ledger of ${id}: ${ledger.join()}`);
}

/** Every try was taken and came back, until a week of tries was over. */
function wrongWithGivenUp({ id, ledger }: DeliveryRow): string[] {
  const tries: string[] = [];
  for (let refusals = 1; ; refusals += 1) {
    tries.push('accepted', 'bounced');
    if (pauseAfterRefusals(refusals) === undefined) break;
  }
  const whole = ['queued', ...tries, 'given_up'].join();
  return unless(ledger.join() === whole, `ledger of ${id}: ${ledger.join()}`);
}

function addressOf(
  { recipients }: Family,
  { instruction_id, contact_id }: DeliveryRow,
): string | undefined {
  return recipients.get(recipientKey(instruction_id, contact_id));
}

function wrongWithRecipients(
  { recipients, silent, instructions }: Family,
  { deliveries, withheld }: Outcome,
): string[] {
  const isKeptInMind =
    withheld.length === instructions &&
    withheld.every(({ contact_id, envelopes }) => contact_id === silent.id && envelopes === 0);
  const served = deliveries.map((one) => recipientKey(one.instruction_id, one.contact_id));
  const isRight =
    served.length === recipients.size && served.every((recipient) => recipients.has(recipient));
  return [
    ...unless(isRight, `${served.length} deliveries for ${recipients.size} recipients`),
    ...unless(isKeptInMind, `${withheld.length} letters withheld for ${instructions} instructions`),
  ];
}

/** One mail per person, however many letters are in it. */
function wrongWithEnvelopes(family: Family, { deliveries }: Outcome): string[] {
  const people = new Set(deliveries.map((one) => addressOf(family, one)));
  const envelopes = Map.groupBy(deliveries, ({ envelope_id }) => envelope_id);
  const isShared = [...envelopes.values()].some(
    (letters) => new Set(letters.map((one) => addressOf(family, one))).size !== 1,
  );
  return [
    ...unless(envelopes.size === people.size, `${envelopes.size} mails for ${people.size} people`),
    ...unless(!isShared, 'letters to two people in one mail'),
  ];
}

/** Each delivery's mails: at least one, to the right address, all of them the same. */
function wrongWithMails(
  { ctx }: Stack,
  family: Family,
  { deliveries }: Outcome,
  mails: readonly ArrivedMail[],
): string[] {
  const { linkTokens } = ctx;
  return deliveries.flatMap((letter) => {
    const [link] = letter.links;
    const address = addressOf(family, letter);
    const own = mails.filter(({ message_id }) => message_id.includes(link?.id ?? 'no link'));
    const isForeign = own.some(({ to }) => to !== address);
    const isAltered = own.some(
      ({ text }) => linkTokens.digestOf(deliveryTokenIn(text)) !== link?.digest,
    );
    const ids = new Set(own.map(({ message_id }) => message_id));
    return [
      ...unless(ids.size === 1, `${ids.size} kinds of mail to ${address}`),
      ...unless(!isForeign, `a letter for ${address} went to ${own.map(({ to }) => to).join()}`),
      ...unless(!isAltered, `another link in a mail to ${address}`),
    ];
  });
}

/**
 * The owner learns of payment and activation, the contact of the activation, and of who was not
 * reached: each by one mail.
 */
function wrongWithNotices(
  { owner, activator, unreached }: Family,
  mails: readonly ArrivedMail[],
): string[] {
  const expected = [
    ['activation_payment_started', owner.email],
    ['protocol_activated', owner.email],
    ['activation_confirmed', activator.email],
    ...(unreached ? [['recipients_unreached', activator.email]] : []),
  ] as const;
  return expected.flatMap(([kind, address]) => {
    const own = mails.filter((mail) => mail.to === address && kindOf(mail) === kind);
    const ids = new Set(own.map(({ message_id }) => message_id));
    return unless(ids.size === 1, `${ids.size} mails ${kind}`);
  });
}

/** Mails that nobody should have got. */
export function strayMails(
  { silent, passersBy }: Stack,
  families: readonly Family[],
  outcomes: readonly Outcome[],
  mails: readonly ArrivedMail[],
): string[] {
  const links = new Set(
    outcomes.flatMap(({ deliveries }) =>
      deliveries.flatMap((one) => one.links.map(({ id }) => `<delivery.${id}@`)),
    ),
  );
  const noticed = new Set(families.flatMap((one) => [one.owner.email, one.activator.email]));
  const lookingOn = new Set(families.flatMap(({ others }) => others.map(({ email }) => email)));
  const isKnown = (mail: ArrivedMail) => {
    const kind = kindOf(mail);
    if (passersBy.has(mail.to)) return true;
    // Everybody is told of new documents, whatever happens to them otherwise.
    if (kind === 'edition_notice') return true;
    if (kind === 'delivery') return links.has(mail.message_id.replace(/@.*/, '@'));
    if (kind === 'late_invitation') return silent.has(mail.to);
    if (kindsForOthers.includes(kind)) return lookingOn.has(mail.to);
    if (kind === 'waiting_postponed' && lookingOn.has(mail.to)) return true;
    return noticeKinds.includes(kind) && noticed.has(mail.to);
  };
  return mails.filter((mail) => !isKnown(mail)).map((mail) => `${mail.message_id} to ${mail.to}`);
}

const noticeKinds = [
  'request_filed_for_owner',
  'request_received',
  'contact_approved',
  'contact_approved_for_owner',
  'activation_payment_started',
  'protocol_activated',
  'activation_confirmed',
  'recipients_unreached',
  'delivery_address_corrected',
  'activation_waits',
  'waiting_begun',
  'waiting_postponed',
  'stop_recorded',
  'start_stopped',
  'activation_refunded',
];
const kindsForOthers = ['waiting_for_others', 'stop_for_others'];

export function kindOf({ message_id }: ArrivedMail): string {
  return message_id.match(/^<(\w+)\./)?.[1] ?? '';
}

export function unless(isFine: boolean, violation: string): string[] {
  return isFine ? [] : [violation];
}
