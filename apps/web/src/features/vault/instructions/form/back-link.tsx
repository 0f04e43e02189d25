import { TextLink } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconArrowLeft } from '../../../../ui/more-icons.tsx';
import { useListSearch } from '../list/use-list-place.ts';
import styles from './form.module.css';

export function BackLink() {
  const { t } = useTranslation('instructions');
  return (
    <TextLink to="/instructions" search={useListSearch()} className={styles.back}>
      <IconArrowLeft size={20} aria-hidden />
      {t('form.back')}
    </TextLink>
  );
}
