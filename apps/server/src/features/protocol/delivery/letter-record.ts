import type { Context } from '../../../context.ts';
import type { Activation } from '../activation/activation-repository.ts';
import type { LetterOutcome, PostOffice } from './hand-over-letter.ts';
import { recordOutcomes } from './record-outcomes.ts';

const recordedAtOnce = 100;

/** Writes results down in parts, while others are still under way: a crash repeats few mails. */
export interface LetterRecord {
  add(outcome: LetterOutcome): void;
  /** Nothing more should be sent that could not be written down. */
  hasFailed(): boolean;
  /** Throws what went wrong on the way; what was not written down is then sent again. */
  finish(): Promise<void>;
}

export function createLetterRecord(
  ctx: Context,
  activation: Pick<Activation, 'id' | 'deceased_user_id'>,
  office: Pick<PostOffice, 'key'>,
): LetterRecord {
  let open: LetterOutcome[] = [];
  let failure: { error: unknown } | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(outcomes: readonly LetterOutcome[]): Promise<void> {
    try {
      await recordOutcomes(ctx, activation, office, outcomes);
    } catch (error) {
      // One more try: a connection may have been lost in the middle, and these mails are out.
      ctx.log.warn(
        { code: 'letters_not_recorded', err: error, activation_id: activation.id },
        'sent letters could not be recorded; trying once more',
      );
      await recordOutcomes(ctx, activation, office, outcomes);
    }
  }

  function writeNext(): void {
    const outcomes = open;
    open = [];
    if (outcomes.length === 0) return;
    writing = writing
      .then(() => write(outcomes))
      // Kept for the end: nobody listens to this promise before.
      .catch((error) => {
        failure ??= { error };
      });
  }

  return {
    add: (outcome) => {
      open.push(outcome);
      if (open.length >= recordedAtOnce) writeNext();
    },
    hasFailed: () => failure !== undefined,
    finish: async () => {
      writeNext();
      await writing;
      if (failure) throw failure.error;
    },
  };
}
