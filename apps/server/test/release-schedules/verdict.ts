import {
  type KeptRules,
  mayGoOnAloneAt,
  noRules,
  rulesAt,
  waitingHoursOf,
} from '@zavet/contract/protocol/release-rules';
import {
  activationEvents,
  nextActivationStatus,
} from '../../src/features/protocol/activation/activation-status-rules.ts';
import { wrongWithContacts } from './contact-verdict.ts';
import type { ActivationNote, LedgerEntry, RulesNote } from './ledger.ts';
import { type Life, livesIn } from './lives.ts';
import { wrongWithMails } from './mail-verdict.ts';
import { wrongWithMoney } from './money-verdict.ts';
import type { Outcome } from './outcome.ts';
import type { Scene } from './scene.ts';

/** Everything that is not as it must be; empty when all is well. */
export function violationsOf(scene: Scene, outcome: Outcome): string[] {
  const lives = livesIn(outcome.ledger);
  return [
    ...lives.flatMap(wrongWithMoves),
    ...wrongWithCycles(lives),
    ...lives.flatMap((life) => wrongWithTime(scene, outcome.ledger, life)),
    ...wrongAfterVeto(lives),
    ...wrongWithContacts(outcome.ledger),
    ...wrongAfterAcknowledgement(scene, lives),
    ...wrongWithMoney(scene, outcome, lives),
    ...wrongWithMails(outcome, lives),
  ];
}

const beginnings: string[] = ['agreement_pending', 'payment_pending'];

function wrongWithMoves({ id, moves }: Life): string[] {
  return moves.flatMap(({ from, to }) => {
    const isKnown =
      from === null
        ? beginnings.includes(to)
        : activationEvents.some((event) => nextActivationStatus(from, event) === to);
    return unless(isKnown, `${id} went from ${from} to ${to}`);
  });
}

/** At most one release between two armings. */
function wrongWithCycles(lives: readonly Life[]): string[] {
  const turns = lives
    .flatMap(({ id, moves }) => moves.map((move) => ({ ...move, id })))
    .filter(({ to }) => to === 'activated' || to === 'past')
    .sort((one, other) => one.seq - other.seq);
  const isAlternating = turns.every(({ to }, at) => to === (at % 2 ? 'past' : 'activated'));
  const areOnce = lives.every(({ releases }) => releases.length <= 1);
  return unless(
    isAlternating && areOnce,
    `releases and armings: ${turns.map(({ to }) => to).join()}`,
  );
}

const hour = 60 * 60 * 1000;

/** Never before its time, counted from the payment by the rules that held then. */
function wrongWithTime(
  { lane }: Scene,
  ledger: readonly LedgerEntry[],
  { id, releases: [release], paid, notes }: Life,
): string[] {
  if (!release) return [];
  const { activated_at, release_at, payment_id, is_alone } = release.note;
  const paidAt = lane.provider.payments().find((one) => one.payment_id === payment_id)?.paid_at;
  if (!paid || !paidAt || !activated_at) return [`${id} was released without a payment`];
  const promised = new Set(notes.flatMap((note) => note.release_at ?? []));
  const rules = rulesAt(rulesBefore(ledger, paid.seq), paid.at);
  const dueAt = paidAt.getTime() + waitingHoursOf(rules, is_alone) * hour;
  return [
    ...unless(Date.parse(activated_at) >= dueAt, `${id} left at ${activated_at}, due ${dueAt}`),
    ...unless(
      !release_at || Date.parse(activated_at) >= Date.parse(release_at),
      `${id} left before ${release_at}`,
    ),
    ...unless(promised.size <= 1, `the day of ${id} was changed`),
    ...wrongAlone(release.note),
  ];
}

function wrongAlone({ id, is_alone, agreement_asked_at, payment_begun_at }: ActivationNote) {
  if (!is_alone) return [];
  const isLate =
    agreement_asked_at !== null &&
    payment_begun_at !== null &&
    mayGoOnAloneAt(new Date(agreement_asked_at)) <= new Date(payment_begun_at);
  return unless(isLate, `${id} went on alone too soon`);
}

function rulesBefore(ledger: readonly LedgerEntry[], seq: number): KeptRules {
  const latest = ledger.findLast(
    (entry) => entry.subject === 'protocol_rules' && entry.seq < seq && entry.row !== null,
  );
  if (!latest) return noRules;
  const row = latest.row as RulesNote;
  const { waiting_hours, needs_second, pending_from } = row;
  const pending = pending_from && {
    waiting_hours: row.pending_waiting_hours ?? 0,
    needs_second: row.pending_needs_second ?? false,
    from: new Date(pending_from),
  };
  return { waiting_hours, needs_second, pending: pending || null };
}

/** What is released after a veto was begun after it. */
function wrongAfterVeto(lives: readonly Life[]): string[] {
  const vetoes = lives.flatMap(({ moves }) => moves.filter(({ to }) => to === 'vetoed'));
  return lives.flatMap(({ id, begunAt, releases: [release] }) =>
    unless(
      !release || vetoes.every(({ seq }) => release.seq < seq || begunAt > seq),
      `${id} was released after a veto`,
    ),
  );
}

/** What an owner was told to be stopped never leaves. */
function wrongAfterAcknowledgement({ stops }: Scene, lives: readonly Life[]): string[] {
  const promised = new Set(stops.flatMap(({ activation_ids }) => activation_ids));
  return lives.flatMap(({ id, releases }) =>
    unless(
      !promised.has(id) || releases.length === 0,
      `${id} was released, and said to be stopped`,
    ),
  );
}

function unless(isFine: boolean, violation: string): string[] {
  return isFine ? [] : [violation];
}
