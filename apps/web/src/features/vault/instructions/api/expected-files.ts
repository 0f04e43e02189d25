import { useMutation } from '@tanstack/react-query';
import type {
  ExpectedFileInput,
  ExpectedFileView,
} from '@zavet/contract/instructions/instruction-schemas';
import { limits } from '@zavet/contract/limits';
import { api } from '../../../../platform/client/api.ts';
import { isSameFile } from '../public/file-choice.ts';
import { useInstructionCache } from './instructions.ts';

/** Tells the server which files will come, those that it does not know of yet. */
export async function announceFiles(
  instructionId: string,
  files: readonly ExpectedFileInput[],
  known: readonly ExpectedFileView[],
  insteadOf?: string,
): Promise<ExpectedFileView[]> {
  let expected = [...known];
  const isKnown = (file: ExpectedFileInput) => known.some((other) => isSameFile(file, other));
  const left = files.filter((file) => !isKnown(file));
  while (left.length > 0) {
    const some = left.splice(0, limits.expectedFilesAtOnce);
    const body = { expected_files: some, ...(insteadOf && { instead_of: insteadOf }) };
    const answer = await api.expectFiles({ params: { id: instructionId }, body });
    expected = answer.expected_files;
  }
  return expected;
}

interface GivenUp {
  instructionId: string;
  file: ExpectedFileView;
}

export function useGiveUpFile() {
  const cache = useInstructionCache();
  return useMutation({
    mutationFn: ({ file }: GivenUp) => api.giveUpFile({ params: { id: file.id } }),
    onSuccess: (_, { instructionId, file }) =>
      cache.expectedChanged(instructionId, (all) => all.filter(({ id }) => id !== file.id)),
    onSettled: cache.refresh,
  });
}
