import { IconArrowLeft } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { TextLink } from '../../../interface/button.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import styles from './form.module.css';

export function BackLink() {
  const { t } = useTranslation('instructions');
  const { category } = useSearch({ strict: false });
  return (
    <TextLink to="/instructions" search={{ category }} className={styles.back}>
      <IconArrowLeft size={20} aria-hidden />
      {t('form.back')}
    </TextLink>
  );
}
