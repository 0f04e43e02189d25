import type { ReadinessFinding } from '@zavet/contract/dashboard/readiness';
import { Button, ButtonLink } from '../../../interface/button.tsx';
import { useErrorText } from '../../../interface/error-text.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { SectionCard } from '../../../interface/section-card.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import type { useReadiness } from '../api/dashboard-queries.ts';
import { FindingMark } from './finding-mark.tsx';
import styles from './readiness.module.css';
import { ReadinessBadge } from './readiness-badge.tsx';
import { stateOf } from './readiness-rules.ts';
import { useFindingTexts } from './use-finding-texts.ts';

interface ReadinessCardProps {
  readiness: ReturnType<typeof useReadiness>;
}

/** The rest stands on the screen that the card leads to. */
const shown = 3;

export function ReadinessCard({ readiness: query }: ReadinessCardProps) {
  const { t } = useTranslation(['readiness', 'shell']);
  const describe = useErrorText();
  const findings = query.data?.findings;
  if (findings) return <Checked findings={findings} />;
  return (
    <SectionCard title={t('title')}>
      {query.isError ? (
        <>
          <p>{t('loadFailed')}</p>
          <p className={styles.quiet}>{describe(query.error)}</p>
          <div>
            <Button kind="quiet" loading={query.isFetching} onClick={() => query.refetch()}>
              {t('shell:failure.retry')}
            </Button>
          </div>
        </>
      ) : (
        <SkeletonLines lines={2} />
      )}
    </SectionCard>
  );
}

function Checked({ findings }: { findings: ReadinessFinding[] }) {
  const { t } = useTranslation('readiness');
  const textsOf = useFindingTexts();
  const { state } = stateOf(findings);
  return (
    <SectionCard
      title={t('title')}
      badge={<ReadinessBadge findings={findings} />}
      lead={t(`${state}.text`)}
    >
      {findings.length > 0 && (
        <>
          <ul className={styles.brief}>
            {findings.slice(0, shown).map((finding) => (
              <li key={finding.kind}>
                <FindingMark gravity={finding.gravity} />
                {textsOf(finding).title}
              </li>
            ))}
          </ul>
          <div>
            <ButtonLink to="/readiness">{t('open')}</ButtonLink>
          </div>
        </>
      )}
    </SectionCard>
  );
}
