import { TextLink } from '../button.tsx';
import { useTranslation } from '../language/use-translation.ts';
import { IconArrowLeft } from '../more-icons.tsx';
import styles from './letters.module.css';

/** From a letter back to its list, where the two do not stand side by side. */
export function BackToLetters({ folder }: { folder: string }) {
  const { t } = useTranslation('mail');
  return (
    <TextLink
      to="/mail"
      search={(now: object) => ({ ...now, folder, message: undefined })}
      className={styles.back}
    >
      <IconArrowLeft size={20} aria-hidden />
      {t('back')}
    </TextLink>
  );
}
