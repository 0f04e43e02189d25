import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { DropZone } from '../public/drop-zone.tsx';
import { ChoiceProblems } from './choice-problems.tsx';
import styles from './files.module.css';
import type { ChosenFiles } from './use-chosen-files.ts';
import { useFileSize } from './use-file-size.ts';

/** Chooses files by button or by dropping them; they are sent once the instruction is saved. */
export function FilePicker({ files }: { files: ChosenFiles }) {
  const { t } = useTranslation('instructions');
  return (
    <>
      <DropZone
        rules={t('files.rules')}
        isBusy={files.isChecking}
        onChoose={(given) => void files.add(given)}
      />
      <ChoiceProblems refused={files.refused} shortage={files.shortage} />
      <ChosenList files={files} />
    </>
  );
}

function ChosenList({ files }: { files: ChosenFiles }) {
  const { t } = useTranslation('instructions');
  const sizeOf = useFileSize();
  return (
    <div role="status" className={styles.chosen}>
      {files.chosen.length > 0 && (
        <>
          <p className={styles.quiet}>{t('files.chosen', { count: files.chosen.length })}</p>
          <ul className={styles.list}>
            {files.chosen.map(({ id, file }) => (
              <li key={id} className={styles.row}>
                <div className={styles.about}>
                  <span className={styles.name}>{file.name}</span>
                  <span className={styles.quiet}>{sizeOf(file.size)}</span>
                </div>
                <div className={styles.actions}>
                  <Button
                    kind="plain"
                    aria-label={t('files.unchooseNamed', { name: file.name })}
                    onClick={() => files.remove(id)}
                  >
                    {t('files.unchoose')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
