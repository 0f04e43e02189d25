import type { UseQueryResult } from '@tanstack/react-query';
import type { SetupView } from '@zavet/contract/service/service-endpoints';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notebook } from '../../../ui/drawings/notebook.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Heading } from '../../../ui/heading.tsx';
import { IconAlertCircle, IconAlertTriangle } from '../../../ui/icons.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import styles from './setup-report.module.css';

interface SetupReportProps {
  check: UseQueryResult<SetupView>;
  onContinue: () => void;
}

/** Shows a check in one of four states: loading, ready, setup required, check failed. */
export function SetupReport({ check, onContinue }: SetupReportProps) {
  const { t } = useTranslation('setup');
  return (
    <Page title={t('title')} lead={t('lead')} drawing={<Notebook />} width="text">
      <div className={styles.outcome}>
        {check.isFetching ? <SkeletonLines lines={3} /> : <Outcome check={check} />}
      </div>
      <div className={styles.actions}>
        <Button onClick={() => check.refetch()} loading={check.isFetching}>
          {t('checkAgain')}
        </Button>
        <Button kind="quiet" onClick={onContinue} disabled={check.isFetching}>
          {t('continue')}
        </Button>
      </div>
      {!check.isFetching && check.data && (
        <>
          <SetupFindings kind="error" codes={check.data.errors} />
          <SetupFindings kind="warning" codes={check.data.warnings} />
        </>
      )}
    </Page>
  );
}

function Outcome({ check }: { check: UseQueryResult<SetupView> }) {
  const { t } = useTranslation('setup');
  const describe = useErrorText();
  if (check.isError || !check.data) {
    return (
      <OutcomeText title={t('failed.title')} isError>
        {describe(check.error)} {t('failed.text')}
      </OutcomeText>
    );
  }
  return check.data.status === 'ready' ? (
    <OutcomeText title={t('ready.title')}>{t('ready.text')}</OutcomeText>
  ) : (
    <OutcomeText title={t('required.title')} isError>
      {t('required.text')}
    </OutcomeText>
  );
}

interface OutcomeTextProps {
  title: string;
  isError?: boolean;
  children: ReactNode;
}

/** Announced to screen readers. */
function OutcomeText({ title, isError = false, children }: OutcomeTextProps) {
  return (
    <div role={isError ? 'alert' : 'status'}>
      <p className={styles.outcomeTitle}>{title}</p>
      <p>{children}</p>
    </div>
  );
}

type Finding = SetupView['errors'][number] | SetupView['warnings'][number];

interface SetupFindingsProps {
  kind: 'error' | 'warning';
  codes: Finding[];
}

function SetupFindings({ kind, codes }: SetupFindingsProps) {
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
