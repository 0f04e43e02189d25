import { TextLink } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { IconArrowLeft } from '../../../ui/more-icons.tsx';
import styles from './back-link.module.css';
import { useListSearch } from './list/list-state.ts';

/** Back to the list in the state it was left in. */
export function BackLink() {
  const { t } = useTranslation('instructions');
  return (
    <TextLink to="/instructions" search={useListSearch()} className={styles.back}>
      <IconArrowLeft size={20} aria-hidden />
      {t('form.back')}
    </TextLink>
  );
}
