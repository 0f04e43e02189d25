import { limits } from '@zavet/contract/limits';
import { type ComponentProps, useId } from 'react';
import { useErrorText } from '../../../ui/error-text.ts';
import { TextAreaField } from '../../../ui/field.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './support.module.css';
import { sendFailureOf } from './support-rules.ts';

type MessageFieldProps = Omit<ComponentProps<typeof TextAreaField>, 'label' | 'value'> & {
  value: string;
};

export function MessageField(props: MessageFieldProps) {
  const { t } = useTranslation('support');
  const formats = useFormats();
  const counterId = useId();
  const used = props.value.length;
  const limit = limits.supportMessageMaxLength;
  return (
    <div>
      <TextAreaField
        {...props}
        label={t('form.message')}
        help={t('form.messageHelp')}
        className={styles.message}
        aria-required
        aria-describedby={counterId}
      />
      <p id={counterId} className={styles.counter} data-over={used > limit || undefined}>
        {t('form.counter', { used: formats.number(used), limit: formats.number(limit) })}
      </p>
    </div>
  );
}

export function SendFailureNotice({ error }: { error: unknown }) {
  const { t } = useTranslation('support');
  const describe = useErrorText();
  const failure = sendFailureOf(error);
  return (
    <Notice kind="error" announced title={t(`form.${failure}`)}>
      {failure !== 'notSignedIn' && describe(error)}
    </Notice>
  );
}
