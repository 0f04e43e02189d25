import type { InstructionList } from '@zavet/contract/vault/instruction-endpoints';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import {
  type InstructionState,
  instructionCategories,
  instructionPriorities,
  instructionStates,
  instructionStatuses,
} from '@zavet/contract/vault/instruction-values';

/** A list of these instructions on one page, with counts; all contacts count as confirmed. */
export function instructionListOf(...views: InstructionView[]): InstructionList {
  return {
    instructions: views.map(({ content: _, ...summary }) => summary),
    next_cursor: null,
    total: views.length,
    counts: {
      total: views.length,
      priority: countEach(instructionPriorities, views, ({ priority }) => priority),
      category: countEach(instructionCategories, views, ({ category }) => category),
      state: countEach(instructionStates, views, stateOf),
      status: countEach(instructionStatuses, views, ({ status }) => status),
    },
  };
}

function stateOf(one: InstructionView): InstructionState {
  if (one.status === 'sent') return 'sent';
  if (one.queued_at !== null) return 'queued';
  return one.trusted_contact_ids.length > 0 || one.recipient_email ? 'ready' : 'no_recipient';
}

function countEach<Kind extends string>(
  kinds: readonly Kind[],
  views: readonly InstructionView[],
  kindOf: (view: InstructionView) => Kind,
): Record<Kind, number> {
  const counts = kinds.map((kind) => [kind, views.filter((view) => kindOf(view) === kind).length]);
  return Object.fromEntries(counts);
}
