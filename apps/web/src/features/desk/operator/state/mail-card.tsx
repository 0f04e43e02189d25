import type { MailCount, ServiceStatus } from '@zavet/contract/desk/status-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';

/** What mail servers said in the last day, and a mail to try it. */
export function MailCard({ mail }: { mail: ServiceStatus['mail'] }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const columns: Column<MailCount>[] = [
    { title: t('mail.mail'), cell: (one) => <code>{one.mail}</code> },
    { title: t('mail.taken'), isNumber: true, cell: (one) => formats.number(one.taken) },
    { title: t('mail.refused'), isNumber: true, cell: (one) => formats.number(one.refused) },
    { title: t('mail.postponed'), isNumber: true, cell: (one) => formats.number(one.postponed) },
  ];
  return (
    <SectionCard
      title={t('mail.title')}
      lead={t('mail.waiting', { value: formats.number(mail.waiting) })}
    >
      {mail.counts.length === 0 ? (
        <p>{t('mail.none')}</p>
      ) : (
        <DataTable
          isNarrow
          label={t('mail.label')}
          columns={columns}
          rows={mail.counts}
          keyOf={(one) => one.mail}
        />
      )}
      <TestMail />
    </SectionCard>
  );
}

function TestMail() {
  const { t } = useTranslation('desk-state');
  const describe = useErrorText();
  const test = useMutationOf('sendTestMail');
  return (
    <>
      {test.isError && (
        <Notice kind="error" announced title={t('mail.testFailed')}>
          {describe(test.error)}
        </Notice>
      )}
      {test.isSuccess && (
        <Notice kind="success" announced>
          {t('mail.testSent')}
        </Notice>
      )}
      <div>
        <Button kind="quiet" loading={test.isPending} onClick={() => test.mutate()}>
          {t('mail.test')}
        </Button>
      </div>
    </>
  );
}
