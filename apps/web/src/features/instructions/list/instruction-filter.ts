import type { InstructionSummary } from '@zavet/contract/instructions/instruction-schemas';
import {
  type InstructionCategory,
  type InstructionPriority,
  instructionCategories,
  instructionPriorities,
} from '@zavet/contract/instructions/instruction-values';

export const categoryFilters = ['all', ...instructionCategories] as const;
export type CategoryFilter = 'all' | InstructionCategory;

type Sorted = Pick<InstructionSummary, 'category' | 'priority'>;

/** The filter an address asks for; everything where it asks for nothing we know. */
export function categoryFilterOf(value: unknown): CategoryFilter {
  return categoryFilters.find((filter) => filter === value) ?? 'all';
}

export function inCategory<Instruction extends Sorted>(
  instructions: readonly Instruction[],
  filter: CategoryFilter,
): Instruction[] {
  return instructions.filter(({ category }) => filter === 'all' || category === filter);
}

export function countByCategory(instructions: readonly Sorted[]): Record<CategoryFilter, number> {
  const counts = categoryFilters.map((filter) => [filter, inCategory(instructions, filter).length]);
  return Object.fromEntries(counts);
}

export function countByPriority(
  instructions: readonly Sorted[],
): Record<InstructionPriority, number> {
  const counts = instructionPriorities.map((wanted) => [
    wanted,
    instructions.filter(({ priority }) => priority === wanted).length,
  ]);
  return Object.fromEntries(counts);
}
