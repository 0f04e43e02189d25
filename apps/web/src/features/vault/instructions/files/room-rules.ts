import type {
  FileView,
  InstructionSummary,
  RemovedFileView,
} from '@zavet/contract/vault/instruction-schemas';

const namedAtMost = 10;

/** Names in a sentence; of many the first ones and how many more there are. */
export function fewNames(names: readonly string[]): string {
  const rest = names.length - namedAtMost;
  const named = names.slice(0, namedAtMost).join(', ');
  return rest > 0 ? `${named} +${rest}` : named;
}

/** On which day a file goes; undefined where it stays. */
export function leavesOn(
  { files_leaving }: Pick<InstructionSummary, 'files_leaving'>,
  { id }: Pick<FileView, 'id'>,
): string | undefined {
  return files_leaving?.file_ids.includes(id) ? files_leaving.on : undefined;
}

export function leavingNames(
  instruction: Pick<InstructionSummary, 'files' | 'files_leaving'>,
): string[] {
  return instruction.files
    .filter((file) => leavesOn(instruction, file))
    .map(({ file_name }) => file_name);
}

/** Files that went, by the day on which they did, in the order in which they came. */
export function removedByDay(
  files: readonly RemovedFileView[],
): { day: string; names: string[] }[] {
  const days = new Map<string, string[]>();
  for (const { removed_on, file_name } of files) {
    days.set(removed_on, [...(days.get(removed_on) ?? []), file_name]);
  }
  return [...days].map(([day, names]) => ({ day, names }));
}
