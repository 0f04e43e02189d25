import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import { BackLink } from '../form/back-link.tsx';
import { useInsert } from './insertion-context.tsx';
import { LoadedWritingPlace } from './loaded-writing-place.tsx';
import styles from './writing-screen.module.css';

/** The assistant as a page: what it helped to write becomes a new instruction. */
export function WritingScreen() {
  const { t } = useTranslation('instructions');
  const insert = useInsert();
  return (
    <Page title={t('assistant.title')} isFull actions={<BackLink />}>
      <div className={styles.place}>
        <LoadedWritingPlace onInsert={insert} />
      </div>
    </Page>
  );
}
