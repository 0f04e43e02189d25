import type {
  ExpectedFileView,
  InstructionSummary,
} from '@zavet/contract/vault/instruction-schemas';
import type { ReactNode } from 'react';
import { classes } from '../../../../ui/classes.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { deliveryStageOf } from '../instruction-rules.ts';
import { useFileSize } from '../public/file-list.tsx';
import styles from './files.module.css';

interface MissingFilesNoticeProps {
  instruction: InstructionSummary;
  missing: readonly ExpectedFileView[];
  /** Shown below the list. */
  actions?: ReactNode;
  actionsOf?: (file: ExpectedFileView) => ReactNode;
}

export function MissingFilesNotice(props: MissingFilesNoticeProps) {
  const { instruction, missing, actions, actionsOf } = props;
  const { t } = useTranslation('instructions');
  const summary = useMissingFilesSummary();
  const sizeOf = useFileSize();
  if (missing.length === 0) return null;
  const title = summary(instruction.files.length, missing.length);
  return (
    <Notice kind="warning" title={title} actions={actions}>
      <p>{t(deliveryStageOf(instruction) === 'open' ? 'missing.text' : 'missing.closedText')}</p>
      <ul className={classes(styles.list, styles.missing)} aria-label={t('missing.list')}>
        {missing.map((file) => (
          <li key={file.id} className={styles.row}>
            <div className={styles.about}>
              <span className={styles.name}>{file.file_name}</span>
              <span className={styles.quiet}>{sizeOf(file.size_bytes)}</span>
            </div>
            {actionsOf?.(file)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Formats «2 of 3 files, 1 not uploaded». */
export function useMissingFilesSummary() {
  const { t } = useTranslation('instructions');
  return (present: number, missing: number) =>
    t('missing.summary', {
      present: t('missing.present', { present, count: present + missing }),
      missing: t('missing.notUploaded', { count: missing }),
    });
}
