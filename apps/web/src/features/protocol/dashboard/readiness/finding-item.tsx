import type { ReadinessFinding } from '@zavet/contract/protocol/dashboard-endpoints';
import { ButtonLink, TextLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { FindingMark } from './finding-mark.tsx';
import styles from './readiness.module.css';
import { fixFor, fixForItem } from './readiness-rules.ts';
import { useFindingTexts } from './use-finding-texts.ts';

interface FindingItemProps {
  finding: ReadinessFinding;
  isMain: boolean;
}

export function FindingItem({ finding, isMain }: FindingItemProps) {
  const { title, text, action } = useFindingTexts()(finding);
  const fix = fixFor(finding);
  return (
    <li>
      <Card>
        <div className={styles.finding}>
          <FindingMark gravity={finding.gravity} />
          <div className={styles.findingBody}>
            <Heading level={3}>{title}</Heading>
            <p className={styles.quiet}>{text}</p>
            <Concerned finding={finding} />
            {fix && (
              <div>
                <ButtonLink {...fix} kind={isMain ? 'primary' : 'quiet'}>
                  {action}
                </ButtonLink>
              </div>
            )}
          </div>
        </div>
      </Card>
    </li>
  );
}

function Concerned({ finding: { kind, count, concerned } }: Pick<FindingItemProps, 'finding'>) {
  const { t } = useTranslation('readiness');
  if (concerned.length === 0) return null;
  const more = count - concerned.length;
  return (
    <ul className={styles.concerned} aria-label={t('concerned')}>
      {concerned.map(({ id, name }) => {
        // What has no name does not open, neither here nor in a form.
        const fix = name ? fixForItem(kind, id) : undefined;
        return (
          <li key={id}>{fix ? <TextLink {...fix}>{name}</TextLink> : name || t('damaged')}</li>
        );
      })}
      {more > 0 && <li className={styles.quiet}>{t('more', { count: more })}</li>}
    </ul>
  );
}
