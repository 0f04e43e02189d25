import type { UseQueryResult } from '@tanstack/react-query';
import type { SetupView } from '@zavet/contract/setup/setup-endpoints';
import { Button } from '../../interface/button.tsx';
import { useErrorText } from '../../interface/error-text.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Notice } from '../../interface/notice.tsx';
import { Page } from '../../interface/page.tsx';
import { SkeletonLines } from '../../interface/skeleton.tsx';
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
    <Page title={t('title')} lead={t('lead')} width="text">
      {check.isFetching ? <SkeletonLines lines={4} /> : <Outcome check={check} />}
      <div className={styles.actions}>
        <Button onClick={() => check.refetch()} loading={check.isFetching}>
          {t('checkAgain')}
        </Button>
        <Button kind="quiet" onClick={onContinue} disabled={check.isFetching}>
          {t('continue')}
        </Button>
      </div>
    </Page>
  );
}

function Outcome({ check }: { check: UseQueryResult<SetupView> }) {
  const { t } = useTranslation('setup');
  const describe = useErrorText();
  if (check.isError || !check.data) {
    return (
      <Notice kind="error" announced title={t('failed.title')}>
        {describe(check.error)} {t('failed.text')}
      </Notice>
    );
  }
  const { status, errors, warnings } = check.data;
  return (
    <>
      {status === 'ready' ? (
        <Notice kind="success" announced title={t('ready.title')}>
          {t('ready.text')}
        </Notice>
      ) : (
        <Notice kind="error" announced title={t('required.title')}>
          {t('required.text')}
        </Notice>
      )}
      <SetupFindings kind="error" codes={errors} />
      <SetupFindings kind="warning" codes={warnings} />
    </>
  );
}
