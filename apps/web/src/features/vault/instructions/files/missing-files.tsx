import type {
  ExpectedFileView,
  InstructionSummary,
} from '@zavet/contract/vault/instruction-schemas';
import { useRef } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { announceFiles, instructionCache, useInstructionCache } from '../instruction-queries.ts';
import { deliveryStageOf } from '../instruction-rules.ts';
import { acceptedFileTypes } from '../public/drop-zone.tsx';
import { checkChosenFiles } from '../public/file-choice.ts';
import { missingFilesOf } from './attachment-rules.ts';
import styles from './files.module.css';
import { MissingFilesNotice } from './missing-files-notice.tsx';
import { useUploadErrorText, useUploads } from './uploads.tsx';

interface MissingFilesProps {
  instruction: InstructionSummary;
  /** Takes the focus after a file was cancelled. */
  headingId: string;
}

/** The missing files of an instruction, each of which can be replaced or cancelled. */
export function MissingFiles({ instruction, headingId }: MissingFilesProps) {
  const { missing, busyId, replaceFile, cancelFile } = useMissingFiles(instruction);
  const isOpen = deliveryStageOf(instruction) === 'open';
  const focusHeading = () =>
    requestAnimationFrame(() => document.getElementById(headingId)?.focus());
  return (
    <MissingFilesNotice
      instruction={instruction}
      missing={missing}
      actionsOf={(file) =>
        isOpen && (
          <RowActions
            name={file.file_name}
            isBusy={busyId === file.id}
            onChoose={(chosen) => void replaceFile(file, chosen)}
            onCancel={() => cancelFile(file, focusHeading)}
          />
        )
      }
    />
  );
}

interface RowActionsProps {
  name: string;
  isBusy: boolean;
  onChoose: (file: File) => void;
  onCancel: () => void;
}

function RowActions({ name, isBusy, onChoose, onCancel }: RowActionsProps) {
  const { t } = useTranslation('instructions');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.actions}>
      <Button
        kind="quiet"
        aria-label={t('missing.chooseNamed', { name })}
        onClick={() => input.current?.click()}
      >
        {t('missing.choose')}
      </Button>
      <Button
        kind="plain"
        loading={isBusy}
        aria-label={t('missing.giveUpNamed', { name })}
        onClick={onCancel}
      >
        {t('missing.giveUp')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedFileTypes}
        aria-label={t('missing.chooseNamed', { name })}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) onChoose(chosen);
          // Allows choosing the same file again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

type Instruction = Pick<InstructionSummary, 'id' | 'files' | 'expected_files'>;

export function useMissingFiles(instruction: Instruction) {
  const { t } = useTranslation('instructions');
  const describe = useUploadErrorText();
  const cache = useInstructionCache();
  const { runner, uploads } = useUploads();
  const { id: instructionId } = instruction;
  const cancelExpectedFile = useMutationOf('cancelExpectedFile', {
    show: (client, _answer, { params }) =>
      instructionCache(client).updateExpectedFiles(instructionId, (all) =>
        all.filter(({ id }) => id !== params.id),
      ),
  });

  /** Uploads the file again, or another file in its place. */
  async function replaceFile(missing: ExpectedFileView, file: File) {
    const attached = instruction.files.map(({ file_name, size_bytes }) => ({
      name: file_name,
      size: size_bytes,
    }));
    const [refused] = checkChosenFiles([file], attached).refused;
    if (refused) {
      const reason = t(`files.problems.${refused.problem}`);
      return toasts.error(t('uploads.failed', { name: file.name, reason }));
    }
    try {
      const expected = await announceFiles(
        instructionId,
        [{ file_name: file.name, size_bytes: file.size }],
        instruction.expected_files,
        missing.id,
      );
      cache.updateExpectedFiles(instructionId, () => expected);
      runner.dismissFile(instructionId, missing);
      runner.add(instructionId, [file]);
    } catch (error) {
      toasts.error(t('uploads.failed', { name: file.name, reason: describe(error) }));
    }
  }

  function cancelFile(file: ExpectedFileView, onDone: () => void) {
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
    missing: missingFilesOf(instruction, uploads),
    busyId: cancelExpectedFile.isPending ? cancelExpectedFile.variables.params.id : undefined,
    replaceFile,
    cancelFile,
  };
}
