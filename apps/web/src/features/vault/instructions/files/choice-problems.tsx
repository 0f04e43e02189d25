import { toMb } from '@zavet/contract/vault/file-rules';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { type RefusedFile, spaceNumbers, totalMb } from '../public/file-choice.ts';
import { RefusedFiles } from '../public/refused-files.tsx';
import styles from './files.module.css';
import type { Shortage } from './use-chosen-files.ts';
import { useFileSize } from './use-file-size.ts';

interface ChoiceProblemsProps {
  refused: readonly RefusedFile[];
  shortage: Shortage | undefined;
}

/** Which files were not taken, and why. */
export function ChoiceProblems({ refused, shortage }: ChoiceProblemsProps) {
  return (
    <>
      <RefusedFiles refused={refused} />
      {shortage && <NotEnoughSpace {...shortage} />}
    </>
  );
}

function NotEnoughSpace({ left, freeBytes, limitMb }: Shortage) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const sizeOf = useFileSize();
  const space = spaceNumbers(totalMb(left), toMb(freeBytes));
  return (
    <Notice
      kind="error"
      announced
      title={t('files.notTaken', { count: left.length })}
      actions={
        <ButtonLink to="/settings" search={{ tab: 'plan' }} kind="quiet">
          {t('storage.upgrade')}
        </ButtonLink>
      }
    >
      <ul className={styles.problems}>
        {left.map(({ name, size }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
          <li key={place}>
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
