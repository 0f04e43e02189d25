import type { ComponentProps } from 'react';
import { useErrorText } from '../error-text.ts';
import styles from '../field.module.css';
import { useTranslation } from '../language/use-translation.ts';
import { Notice } from '../notice.tsx';

/** One column of fields; pass the `formProps` of `useContractForm`. */
export function Form(props: ComponentProps<'form'>) {
  return <form {...props} className={styles.form} />;
}

interface FormFailureProps {
  failure: unknown;
  /** The failed action; the reason follows below. */
  title?: string;
}

/** The reason why the last submit failed, announced when it appears. */
export function FormFailure({ failure, title }: FormFailureProps) {
  const { t } = useTranslation('shell');
  const describe = useErrorText();
  if (failure === undefined) return null;
  return (
    <Notice kind="error" announced title={title ?? t('failure.title')}>
      {describe(failure)}
    </Notice>
  );
}
