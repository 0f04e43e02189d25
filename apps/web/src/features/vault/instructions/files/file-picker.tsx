import { useQueryClient } from '@tanstack/react-query';
import { bytesPerMb, toMb } from '@zavet/contract/vault/file-rules';
import type { FileView } from '@zavet/contract/vault/instruction-schemas';
import { useRef, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { endpointQuery } from '../../../../platform/queries/use-endpoint.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { DropZone, RefusedFiles } from '../public/drop-zone.tsx';
import {
  checkChosenFiles,
  type RefusedFile,
  roundSpace,
  selectFittingFiles,
  totalBytes,
  totalMb,
} from '../public/file-choice.ts';
import { useFileSize } from '../public/file-list.tsx';
import styles from './files.module.css';

/** Chooses files, which are uploaded after the instruction is saved. */
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

interface ChoiceProblemsProps {
  refused: readonly RefusedFile[];
  shortage: SpaceShortage | undefined;
}

function ChoiceProblems({ refused, shortage }: ChoiceProblemsProps) {
  return (
    <>
      <RefusedFiles refused={refused} />
      {shortage && <NotEnoughSpace {...shortage} />}
    </>
  );
}

function NotEnoughSpace({ rest, freeBytes, limitMb }: SpaceShortage) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const sizeOf = useFileSize();
  const space = roundSpace(totalMb(rest), toMb(freeBytes));
  return (
    <Notice
      kind="error"
      announced
      title={t('files.notTaken', { count: rest.length })}
      actions={
        <ButtonLink to="/settings" search={{ tab: 'plan' }} kind="quiet">
          {t('storage.upgrade')}
        </ButtonLink>
      }
    >
      <ul className={styles.problems}>
        {rest.map(({ name, size }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
          <li key={index}>
            <strong>{t('files.problemOf', { name })}</strong> {sizeOf(size)}
          </li>
        ))}
      </ul>
      <p>
        {t('files.notEnoughSpace', {
          attempted: formats.megabytes(space.attempted),
          available: formats.megabytes(space.available),
          limit: formats.megabytes(limitMb),
        })}
      </p>
    </Notice>
  );
}

interface ChosenFile {
  id: string;
  file: File;
}

/** The chosen files that do not fit into the free space. */
interface SpaceShortage {
  rest: readonly File[];
  /** The space left after the accepted files. */
  freeBytes: number;
  limitMb: number;
}

/** The files to be attached when the instruction is saved. */
export function useChosenFiles(userId: string, attached: readonly FileView[]) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [shortage, setShortage] = useState<SpaceShortage>();
  const [isChecking, setChecking] = useState(false);
  const latest = useRef(chosen);

  function change(next: readonly ChosenFile[]) {
    latest.current = next;
    setChosen(next);
  }

  async function add(files: readonly File[]) {
    setShortage(undefined);
    const existing = [
      ...attached.map(({ file_name, size_bytes }) => ({ name: file_name, size: size_bytes })),
      ...latest.current.map(({ file }) => file),
    ];
    const sorted = checkChosenFiles(files, existing);
    setRefused(sorted.refused);
    if (sorted.accepted.length === 0) return;
    setChecking(true);
    const { fitting, shortage: newShortage } = await selectFitting(sorted.accepted);
    setChecking(false);
    setShortage(newShortage);
    const added = fitting.map((file) => ({ id: crypto.randomUUID(), file }));
    if (added.length > 0) change([...latest.current, ...added]);
  }

  /** Accepts all files if the check fails, because the server checks the size again. */
  async function selectFitting(
    accepted: readonly File[],
  ): Promise<{ fitting: readonly File[]; shortage: SpaceShortage | undefined }> {
    const before = latest.current.map(({ file }) => file);
    try {
      const p_new_size_mb = totalMb([...before, ...accepted]);
      const fits = await api.checkStorageLimit({ body: { p_user_id: userId, p_new_size_mb } });
      if (fits) return { fitting: accepted, shortage: undefined };
      const storage = await client.fetchQuery({ ...endpointQuery('getStorage'), staleTime: 0 });
      const free = storage.remaining_mb * bytesPerMb - totalBytes(before);
      const { fitting, rest, freeBytes } = selectFittingFiles(accepted, free);
      if (rest.length === 0) return { fitting, shortage: undefined };
      return { fitting, shortage: { rest, freeBytes, limitMb: storage.limit_mb } };
    } catch {
      return { fitting: accepted, shortage: undefined };
    }
  }

  return {
    chosen,
    refused,
    shortage,
    isChecking,
    add,
    clear: () => {
      change([]);
      setRefused([]);
      setShortage(undefined);
    },
    remove: (id: string) => {
      change(latest.current.filter((file) => file.id !== id));
      setRefused([]);
      setShortage(undefined);
    },
  };
}

export type ChosenFiles = ReturnType<typeof useChosenFiles>;
