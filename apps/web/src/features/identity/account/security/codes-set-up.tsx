import { isOneTimeCode } from '@zavet/contract/identity/account-rules';
import { encode } from 'uqr';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { CodeField } from '../access/factor-controls.tsx';
import { EditForm } from '../card-parts.tsx';
import styles from './security.module.css';

interface CodesSetUpProps {
  secret: string;
  uri: string;
  /** Called without codes when the owner cancels. */
  onDone: (recoveryCodes?: string[] | null) => void;
}

/** Transfers the secret to the authenticator app; a correct code confirms the transfer. */
export function CodesSetUp({ secret, uri, onDone }: CodesSetUpProps) {
  const { t } = useTranslation('factors');
  const confirm = useMutationOf('confirmCodes');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/factor-schemas')).oneTimeCodeInput,
    initialValues: { code: '' },
    submit: async (body) => {
      const { recovery_codes } = await confirm.mutateAsync({ body });
      toasts.success(t('codes.saved'));
      onDone(recovery_codes);
    },
  });
  return (
    <EditForm
      form={form}
      failureTitle={t('codes.failure')}
      submitLabel={t('codes.confirm')}
      isIncomplete={!isOneTimeCode(form.values.code)}
      onCancel={() => onDone()}
    >
      <p>{t('codes.scan')}</p>
      <div className={styles.scan}>
        <QrCode text={uri} label={t('codes.picture')} />
        <CodeField {...form.field('code')} />
      </div>
      <a className={styles.open} href={uri}>
        {t('codes.open')}
      </a>
      <p>{t('codes.byHand')}</p>
      <p className={styles.secret}>
        {(secret.match(/.{1,4}/g) ?? []).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same
          <span key={index}>{group} </span>
        ))}
      </p>
    </EditForm>
  );
}

/** QR code, dark on light in every theme, because cameras require it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg className={styles.picture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
