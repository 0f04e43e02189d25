import { ApiError } from '@zavet/contract/client';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import styles from './cards.module.css';
import { useAskBeforeLeaving } from './guarded-forms.tsx';

interface EditFormProps {
  /** The result of `useContractForm`. */
  form: {
    formProps: ComponentProps<typeof Form>;
    isBusy: boolean;
    isChanged: boolean;
    failure: unknown;
  };
  failureTitle?: string;
  /** In place of the usual words for a failure. */
  describeFailure?: (failure: unknown) => ReactNode;
  submitLabel?: string;
  submitKind?: 'primary' | 'danger';
  /** The values cannot be valid yet: nothing is sent. */
  isIncomplete?: boolean;
  /** Further buttons. */
  actions?: ReactNode;
  onCancel: () => void;
  children: ReactNode;
}

/** The edit mode of a card: opens at its first field, asks before it is left with changes. */
export function EditForm(props: EditFormProps) {
  const { t } = useTranslation('shell');
  const { form } = props;
  const fields = useRef<HTMLDivElement>(null);
  useAskBeforeLeaving(form.isChanged);

  useEffect(() => {
    fields.current?.querySelector<HTMLElement>('input:not([hidden]), select, button')?.focus();
  }, []);

  return (
    <Form {...form.formProps}>
      <div ref={fields} className={styles.fields}>
        {props.children}
      </div>
      <SaveFailure {...props} />
      <div className={styles.formActions}>
        <Button
          type="submit"
          kind={props.submitKind}
          disabled={props.isIncomplete}
          loading={form.isBusy}
        >
          {props.submitLabel ?? t('actions.save')}
        </Button>
        <Button kind="quiet" disabled={form.isBusy} onClick={props.onCancel}>
          {t('actions.cancel')}
        </Button>
        {props.actions}
      </div>
    </Form>
  );
}

function SaveFailure({ form: { failure }, failureTitle, describeFailure }: EditFormProps) {
  const describe = useErrorText();
  if (failure instanceof ApiError && failure.code === 'no_changes') {
    return <Notice announced>{describe(failure)}</Notice>;
  }
  if (failure !== undefined && describeFailure) {
    return (
      <Notice kind="error" announced>
        {describeFailure(failure)}
      </Notice>
    );
  }
  return <FormFailure failure={failure} title={failureTitle} />;
}
