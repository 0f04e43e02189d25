import { TextLink } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { IconArrowLeft } from '../../../ui/more-icons.tsx';
import styles from './back-link.module.css';
import { type ListSearch, useListSearch } from './list/list-state.ts';

/** Links back to the list, by default with the list state from the URL. */
export function BackLink({ search }: { search?: ListSearch }) {
  const { t } = useTranslation('instructions');
  const listSearch = useListSearch();
  return (
    <TextLink to="/instructions" search={search ?? listSearch} className={styles.back}>
      <IconArrowLeft size={20} aria-hidden />
      {t('form.back')}
    </TextLink>
  );
}
