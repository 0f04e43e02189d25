import type { AccountView } from '@zavet/contract/desk/account-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { FormFailure } from '../../../../ui/form/form.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useMutationWithCode } from '../code/use-mutation-with-code.ts';

/** What helps somebody who cannot get in. */
export function AccountActs({ account }: { account: AccountView }) {
  return (
    <>
      {account.state === 'unconfirmed' && <Resend id={account.id} />}
      {account.slow_downs.length > 0 && <SlowDown account={account} />}
    </>
  );
}

function Resend({ id }: { id: string }) {
  const { t } = useTranslation('desk-accounts');
  const resend = useMutationOf('resendConfirmation');
  return (
    <>
      <FormFailure failure={resend.error ?? undefined} title={t('acts.resend.failed')} />
      <div>
        <Button
          loading={resend.isPending}
          onClick={() =>
            resend.mutate(
              { params: { id } },
              { onSuccess: () => toasts.success(t('acts.resend.done')) },
            )
          }
        >
          {t('acts.resend.button')}
        </Button>
      </div>
    </>
  );
}

function SlowDown({ account }: { account: AccountView }) {
  const { t } = useTranslation('desk-accounts');
  const lift = useMutationWithCode('liftSignInDelay', { lead: t('acts.lift.lead') });
  const tellDone = (done: object | undefined) => {
    if (done) toasts.success(t('acts.lift.done'));
  };
  return (
    <>
      <Notice
        kind="warning"
        title={t('acts.lift.title')}
        actions={
          <Button
            kind="quiet"
            loading={lift.isPending}
            onClick={() => lift.mutate({ params: { id: account.id } }, { onSuccess: tellDone })}
          >
            {t('acts.lift.button')}
          </Button>
        }
      >
        {account.slow_downs.map(({ is_known_device, failures, wait_seconds }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: browsers have no name here
          <p key={index}>
            {t('acts.lift.text', { failures, seconds: wait_seconds })}{' '}
            {is_known_device ? t('acts.lift.known') : t('acts.lift.elsewhere')}
          </p>
        ))}
      </Notice>
      <FormFailure failure={lift.error ?? undefined} title={t('acts.lift.failed')} />
    </>
  );
}
