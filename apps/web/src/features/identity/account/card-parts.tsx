import { ApiError } from '@zavet/contract/client';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Form, FormFailure } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { IconLock } from '../../../ui/more-icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './cards.module.css';

interface EditFormProps {
  /** The result of `useContractForm`. */
  form: {
    formProps: ComponentProps<typeof Form>;
    isBusy: boolean;
    isChanged: boolean;
    failure: unknown;
  };
  failureTitle?: string;
  describeFailure?: (failure: unknown) => ReactNode;
  submitLabel?: string;
  submitKind?: 'primary' | 'danger';
  /** Disables the submit button. */
  isIncomplete?: boolean;
  actions?: ReactNode;
  onCancel: () => void;
  children: ReactNode;
}

/** Form of a card in edit mode: focuses the first field and guards unsaved changes. */
export function EditForm(props: EditFormProps) {
  const { t } = useTranslation('shell');
  const { form } = props;
  const fields = useRef<HTMLDivElement>(null);
  useUnsavedChanges(form.isChanged);

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

const ReportChangeContext = createContext<(form: string, isChanged: boolean) => void>(() => {});

/** Asks once before unsaved changes of any form inside are lost. */
export function GuardedForms({ children }: { children: ReactNode }) {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback((form: string, isChanged: boolean) => {
    setChanged((before) => {
      if (before.has(form) === isChanged) return before;
      const after = new Set(before);
      if (isChanged) after.add(form);
      else after.delete(form);
      return after;
    });
  }, []);

  return (
    <ReportChangeContext value={report}>
      {children}
      <LeaveGuard isChanged={changed.size > 0} />
    </ReportChangeContext>
  );
}

/** Reports unsaved changes to the surrounding `GuardedForms`. */
export function useUnsavedChanges(isChanged: boolean): void {
  const report = useContext(ReportChangeContext);
  const form = useId();
  useEffect(() => {
    report(form, isChanged);
    return () => report(form, false);
  }, [report, form, isChanged]);
}

/** The proof dialog asks for the current password, so the form sends none. */
export const withoutCurrentPassword = { current_password: undefined };

/** False for an owner with a second factor, who gets the proof dialog instead of a password field. */
export function useNeedsPassword(): boolean {
  const factors = useEndpoint('getFactors').data;
  return !factors || (factors.passkeys.length === 0 && !factors.has_codes);
}

export function DefinitionList({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  name: string;
  /** Text for a missing value. */
  unset?: string;
  isLocked?: boolean;
  /** Shows only the lock icon, because the card explains the lock. */
  isTerse?: boolean;
  children: ReactNode;
}

export function Fact({ name, unset, isLocked, isTerse, children }: FactProps) {
  const { t } = useTranslation('settings');
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd data-unset={!children || undefined}>
        {children || unset}
        {isLocked && (
          <span className={styles.locked}>
            <IconLock size={18} aria-hidden />
            {isTerse ? <VisuallyHidden>{t('basic.locked')}</VisuallyHidden> : t('basic.locked')}
          </span>
        )}
      </dd>
    </div>
  );
}
