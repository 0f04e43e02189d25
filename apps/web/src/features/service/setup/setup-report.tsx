import type { UseQueryResult } from '@tanstack/react-query';
import type { SetupView } from '@zavet/contract/service/service-endpoints';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notebook } from '../../../ui/drawings/notebook.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { SetupFindings } from './setup-findings.tsx';
import styles from './setup-report.module.css';

interface SetupReportProps {
  check: UseQueryResult<SetupView>;
  onContinue: () => void;
}

/** The four states of the check: loading, ready, setup required, check failed. */
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
      <Told title={t('failed.title')} isError>
        {describe(check.error)} {t('failed.text')}
      </Told>
    );
  }
  return check.data.status === 'ready' ? (
    <Told title={t('ready.title')}>{t('ready.text')}</Told>
  ) : (
    <Told title={t('required.title')} isError>
      {t('required.text')}
    </Told>
  );
}

interface ToldProps {
  title: string;
  isError?: boolean;
  children: ReactNode;
}

/** What the check has found, read aloud when it is known. */
function Told({ title, isError = false, children }: ToldProps) {
  return (
    <div role={isError ? 'alert' : 'status'}>
      <p className={styles.told}>{title}</p>
      <p>{children}</p>
    </div>
  );
}
