import { useEndpointPages } from '../../../../platform/queries/use-endpoint.ts';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { MorePages } from '../parts/more-pages.tsx';
import { LetterItem } from './letter-item.tsx';
import styles from './letters.module.css';

/** Letters that did not arrive, the oldest first. */
export function LettersTab() {
  const { t } = useTranslation('desk-letters');
  const pages = useEndpointPages('listLetters', {});
  return (
    <SectionCard title={t('title')} lead={t('lead')}>
      <Loaded query={pages} lines={6}>
        {(data) => {
          const letters = data.pages.flatMap((page) => page.letters);
          if (letters.length === 0) return <p className={styles.quiet}>{t('none')}</p>;
          return (
            <ul className={styles.letters}>
              {letters.map((letter) => (
                <LetterItem key={letter.id} letter={letter} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <MorePages pages={pages} />
    </SectionCard>
  );
}
