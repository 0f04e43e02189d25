import type { ReadinessFinding } from '@zavet/contract/protocol/dashboard-endpoints';
import { ButtonLink, TextLink } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { fixOf, isAboutService, ofGravity } from '../readiness/readiness-rules.ts';
import { useFindingTexts } from '../readiness/use-finding-texts.ts';
import styles from './letters.module.css';

/** The gravest thing that the owner can settle, and the way to the others. */
export function NextStep({ findings }: { findings: readonly ReadinessFinding[] }) {
  const { t } = useTranslation(['dashboard', 'readiness']);
  const textsOf = useFindingTexts();
  const gravest = findings.find((finding) => !isAboutService(finding));
  const fix = gravest && fixOf(gravest);
  if (!gravest || !fix) {
    return (
      <div className={styles.next}>
        {ofGravity(findings, 'blocking').length === 0 && (
          <p className={styles.nextWords}>{t('letters.ready')}</p>
        )}
        <ButtonLink to="/instructions" search={{ new: '1' }}>
          {t('letters.write')}
        </ButtonLink>
      </div>
    );
  }
  const { title, text, action } = textsOf(gravest);
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
