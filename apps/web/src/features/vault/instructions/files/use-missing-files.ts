import type {
  ExpectedFileView,
  InstructionSummary,
} from '@zavet/contract/vault/instruction-schemas';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { announceFiles, instructionCache, useInstructionCache } from '../instruction-queries.ts';
import { sortChoice } from '../public/file-choice.ts';
import { missingFiles } from './missing-rules.ts';
import { useUploads } from './uploads.tsx';
import { useUploadErrorText } from './use-upload-error-text.ts';

type Instruction = Pick<InstructionSummary, 'id' | 'files' | 'expected_files'>;

/** The files of an instruction that did not arrive, and what can be done about each. */
export function useMissingFiles(instruction: Instruction) {
  const { t } = useTranslation('instructions');
  const describe = useUploadErrorText();
  const cache = useInstructionCache();
  const { runner, uploads } = useUploads();
  const { id: instructionId } = instruction;
  const cancelExpectedFile = useMutationOf('cancelExpectedFile', {
    show: (client, _answer, { params }) =>
      instructionCache(client).expectedChanged(instructionId, (all) =>
        all.filter(({ id }) => id !== params.id),
      ),
  });

  /** The same file, or another one in its place. */
  async function chooseAgain(missing: ExpectedFileView, file: File) {
    const present = instruction.files.map((one) => ({ name: one.file_name, size: one.size_bytes }));
    const [refused] = sortChoice([file], present).refused;
    if (refused) {
      const reason = t(`files.problems.${refused.problem}`);
      return toasts.error(t('uploads.failed', { name: file.name, reason }));
    }
    try {
      const meant = { file_name: file.name, size_bytes: file.size };
      const known = instruction.expected_files;
      const expected = await announceFiles(instructionId, [meant], known, missing.id);
      cache.expectedChanged(instructionId, () => expected);
      runner.dismissFile(instructionId, missing);
      runner.add(instructionId, [file]);
    } catch (error) {
      toasts.error(t('uploads.failed', { name: file.name, reason: describe(error) }));
    }
  }

  function giveUp(file: ExpectedFileView, onDone: () => void) {
    cancelExpectedFile.mutate(
      { params: { id: file.id } },
      {
        onSuccess: () => {
          runner.dismissFile(instructionId, file);
          toasts.success(t('missing.givenUp', { name: file.file_name }));
          onDone();
        },
        onError: (error) => toasts.error(t('missing.failed', { reason: describe(error) })),
      },
    );
  }

  return {
    missing: missingFiles(instruction, uploads),
    busyId: cancelExpectedFile.isPending ? cancelExpectedFile.variables.params.id : undefined,
    chooseAgain,
    giveUp,
  };
}
