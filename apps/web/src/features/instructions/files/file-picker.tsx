import { IconUpload } from '@tabler/icons-react';
import { fileTypes } from '@zavet/contract/instructions/file-rules';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../interface/button.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { ChoiceProblems } from './choice-problems.tsx';
import styles from './files.module.css';
import type { ChosenFiles } from './use-chosen-files.ts';
import { useFileSize } from './use-file-size.ts';

const accepted = Object.keys(fileTypes)
  .map((ending) => `.${ending}`)
  .join(',');

/** Chooses files by button or by dropping them; they are sent once the instruction is saved. */
export function FilePicker({ files }: { files: ChosenFiles }) {
  const { t } = useTranslation('instructions');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  useNoStrayDrops();

  function choose(list: FileList | null) {
    const given = [...(list ?? [])];
    if (given.length > 0) void files.add(given);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files);
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Button
          kind="quiet"
          icon={<IconUpload size={20} aria-hidden />}
          loading={files.isChecking}
          aria-describedby="file-rules"
          onClick={() => input.current?.click()}
        >
          {t('files.choose')}
        </Button>
        <p className={styles.dropHint}>{t('files.drop')}</p>
        <p id="file-rules" className={styles.quiet}>
          {t('files.rules')}
        </p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={accepted}
          aria-label={t('files.choose')}
          onChange={(event) => {
            choose(event.currentTarget.files);
            // Else the same file could not be chosen again.
            event.currentTarget.value = '';
          }}
        />
      </div>
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

/** A file dropped beside the field would open in place of the page, and the form would be gone. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault();
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
}
