import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { fewNames, leavingNames, removedByDay } from './room-rules.ts';

type Instruction = Pick<InstructionSummary, 'files' | 'files_leaving' | 'removed_files'>;

/** Which files of an instruction go soon for lack of space, and which went. */
export function FilesWithoutRoom({ instruction }: { instruction: Instruction }) {
  const { t } = useTranslation('instructions');
  const { leaving, removed } = useRoomTexts(instruction);
  return (
    <>
      {leaving && (
        <Notice
          kind="warning"
          actions={
            <ButtonLink kind="quiet" to="/settings" search={{ tab: 'plan' }}>
              {t('room.plan')}
            </ButtonLink>
          }
        >
          {leaving}
        </Notice>
      )}
      {removed.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
    </>
  );
}

/** The same as sentences. */
export function useRoomTexts(instruction: Instruction): {
  leaving: string | undefined;
  removed: string[];
} {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const names = leavingNames(instruction);
  const { files_leaving } = instruction;
  return {
    leaving:
      files_leaving && names.length > 0
        ? t('room.leaving', { date: formats.date(files_leaving.on), names: fewNames(names) })
        : undefined,
    removed: removedByDay(instruction.removed_files).map(({ day, names: gone }) =>
      t('room.removed', { date: formats.date(day), names: fewNames(gone) }),
    ),
  };
}
