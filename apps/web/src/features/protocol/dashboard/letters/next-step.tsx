import type { ReadinessFinding } from '@zavet/contract/protocol/dashboard-endpoints';
import { ButtonLink, TextLink } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { fixFor, isAboutService, withGravity } from '../readiness/readiness-rules.ts';
import { useFindingTexts } from '../readiness/use-finding-texts.ts';
import styles from './letters.module.css';

/** The gravest thing that the owner can settle, and the way to the others. */
export function NextStep({ findings }: { findings: readonly ReadinessFinding[] }) {
  const { t } = useTranslation(['dashboard', 'readiness']);
  const textsOf = useFindingTexts();
  const mostSevere = findings.find((finding) => !isAboutService(finding));
  const fix = mostSevere && fixFor(mostSevere);
  if (!mostSevere || !fix) {
    return (
      <div className={styles.next}>
        {withGravity(findings, 'blocking').length === 0 && (
          <p className={styles.nextWords}>{t('letters.ready')}</p>
        )}
        <ButtonLink to="/instructions" search={{ new: '1' }}>
          {t('letters.write')}
        </ButtonLink>
      </div>
    );
  }
  const { title, text, action } = textsOf(mostSevere);
  return (
    <div className={styles.next}>
      <div className={styles.nextWords}>
        <p className={styles.nextTitle}>{title}</p>
        <p className={styles.quiet}>{text}</p>
        <TextLink to="/readiness" className={styles.all}>
          {t('readiness:open')}
        </TextLink>
      </div>
      <ButtonLink {...fix}>{action}</ButtonLink>
    </div>
  );
}
