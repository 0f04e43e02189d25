import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import styles from '../files/files.module.css';
import type { RefusedFile } from './file-choice.ts';

/** Which of the chosen files were not taken, and what speaks against each. */
export function RefusedFiles({ refused }: { refused: readonly RefusedFile[] }) {
  const { t } = useTranslation('instructions');
  if (refused.length === 0) return null;
  return (
    <Notice kind="error" announced title={t('files.refused', { count: refused.length })}>
      <ul className={styles.problems}>
        {refused.map(({ file_name: name, problem }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may have been refused twice
          <li key={place}>
            <strong>{t('files.problemOf', { name })}</strong> {t(`files.problems.${problem}`)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
