import { fileTypes } from '@zavet/contract/vault/file-rules';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { deliveryStageOf } from '../closed.ts';
import styles from './files.module.css';
import { MissingNotice } from './missing-notice.tsx';
import { useMissingFiles } from './use-missing-files.ts';

interface MissingFilesProps {
  instruction: InstructionSummary;
  /** The heading above, which takes the focus of a row that goes. */
  headingId: string;
}

/** What was chosen for an instruction and did not arrive, until it is sent again or given up. */
export function MissingFiles({ instruction, headingId }: MissingFilesProps) {
  const { missing, busyId, chooseAgain, giveUp } = useMissingFiles(instruction);
  const isOpen = deliveryStageOf(instruction) === 'open';
  const focusHeading = () =>
    requestAnimationFrame(() => document.getElementById(headingId)?.focus());
  return (
    <MissingNotice
      instruction={instruction}
      missing={missing}
      actionsOf={(file) =>
        isOpen && (
          <RowActions
            name={file.file_name}
            isBusy={busyId === file.id}
            onChoose={(chosen) => void chooseAgain(file, chosen)}
            onGiveUp={() => giveUp(file, focusHeading)}
          />
        )
      }
    />
  );
}

const accepted = Object.keys(fileTypes)
  .map((ending) => `.${ending}`)
  .join(',');

interface RowActionsProps {
  name: string;
  isBusy: boolean;
  onChoose: (file: File) => void;
  onGiveUp: () => void;
}

function RowActions({ name, isBusy, onChoose, onGiveUp }: RowActionsProps) {
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
        onClick={onGiveUp}
      >
        {t('missing.giveUp')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        aria-label={t('missing.chooseNamed', { name })}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) onChoose(chosen);
          // Else the same file could not be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
