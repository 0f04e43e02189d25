import type { SetupView } from '@zavet/contract/service/service-endpoints';
import { Heading } from '../../../ui/heading.tsx';
import { IconAlertCircle, IconAlertTriangle } from '../../../ui/icons.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './setup-report.module.css';

type Finding = SetupView['errors'][number] | SetupView['warnings'][number];

interface SetupFindingsProps {
  kind: 'error' | 'warning';
  codes: Finding[];
}

export function SetupFindings({ kind, codes }: SetupFindingsProps) {
  const { t } = useTranslation('setup');
  if (codes.length === 0) return null;
  const Icon = kind === 'error' ? IconAlertCircle : IconAlertTriangle;
  return (
    <section className={styles.findings}>
      <Heading level={2} size="card">
        {t(kind === 'error' ? 'errors' : 'warnings')}
      </Heading>
      <ul className={styles.list}>
        {codes.map((code) => (
          <li key={code} className={styles.item} data-kind={kind}>
            <Icon size={24} aria-hidden />
            <div>
              <strong>{t(`findings.${code}.title`)}</strong>
              <p>{t(`findings.${code}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
