import { type FormErrors, useForm } from '@mantine/form';
import { ApiError } from '@zavet/contract/client';
import type { ErrorCode, FieldErrorCode } from '@zavet/contract/errors';
import { type ChangeEvent, useRef, useState } from 'react';

interface Issue {
  path: PropertyKey[];
  message: string;
}

/** A schema of the contract whose messages are field error codes. */
interface ContractSchema<Input> {
  safeParse(
    value: unknown,
  ): { success: true; data: Input } | { success: false; error: { issues: Issue[] } };
}

interface ContractFormOptions<Values, Input> {
  /** Imported when it is first needed, so that no screen waits for the schema library. */
  schema: () => Promise<ContractSchema<Input>>;
  initialValues: Values;
  /** From what is typed to what the call takes; the values themselves when left out. */
  toInput?: (values: Values) => unknown;
  /** What the schema cannot say, told before the call. */
  check?: (values: Values) => Partial<Record<keyof Values & string, FieldErrorCode | undefined>>;
  submit: (input: Input) => Promise<unknown>;
  /** Failures that belong to one field although the answer names none. */
  fieldOfCode?: Partial<Record<ErrorCode, [field: keyof Values & string, error: FieldErrorCode]>>;
}

/**
 * A form on a schema of the contract: checked before the call, answered field errors shown at
 * their fields, focus at the first wrong one, everything typed kept, no second submit in flight.
 */
export function useContractForm<Values extends Record<string, unknown>, Input>(
  options: ContractFormOptions<Values, Input>,
) {
  const form = useForm<Values>({ initialValues: options.initialValues });
  const element = useRef<HTMLFormElement>(null);
  const isSubmitting = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  function showFieldErrors(errors: FormErrors) {
    form.setErrors(errors);
    // The fields become invalid with the next paint; only then can the first one be found.
    requestAnimationFrame(() => {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  }

  async function submit() {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const values = form.getValues();
      const schema = await options.schema();
      const parsed = schema.safeParse(options.toInput?.(values) ?? values);
      const issues = parsed.success ? [] : parsed.error.issues;
      const errors = { ...present(options.check?.(values)), ...errorsOfIssues(issues) };
      if (!parsed.success || Object.keys(errors).length > 0) return showFieldErrors(errors);
      await options.submit(parsed.data);
    } catch (error) {
      const fieldErrors = errorsOfAnswer(error, options.fieldOfCode ?? {});
      if (fieldErrors) showFieldErrors(fieldErrors);
      else setFailure(error);
    } finally {
      isSubmitting.current = false;
      setBusy(false);
    }
  }

  return {
    values: form.values,
    setValues: form.setValues,
    isBusy,
    /** What the call has thrown, unless it is shown at a field. */
    failure,
    isChanged: form.isDirty(),
    reset: form.reset,
    formProps: {
      ref: element,
      noValidate: true,
      onFocus: () => void options.schema().catch(() => {}),
      onSubmit: (event: { preventDefault(): void }) => {
        event.preventDefault();
        void submit();
      },
    },
    /** Props of a text field. */
    field: (name: keyof Values & string) => ({
      name,
      value: String(form.values[name] ?? ''),
      error: codeOf(form.errors[name]),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
        form.setFieldValue(name, event.currentTarget.value as never),
    }),
    /** Props of a tick box. */
    check: (name: keyof Values & string) => ({
      name,
      checked: form.values[name] === true,
      error: codeOf(form.errors[name]),
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        form.setFieldValue(name, event.currentTarget.checked as never),
    }),
  };
}

function errorsOfIssues(issues: Issue[]): FormErrors {
  const errors: FormErrors = {};
  for (const issue of issues) {
    const name = issue.path.map(String).join('.');
    errors[name] ??= issue.message;
  }
  return errors;
}

function errorsOfAnswer(
  error: unknown,
  fieldOfCode: Partial<Record<ErrorCode, readonly [string, FieldErrorCode]>>,
): FormErrors | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (Object.keys(error.fields).length > 0) return { ...error.fields };
  const known = fieldOfCode[error.code];
  return known ? { [known[0]]: known[1] } : undefined;
}

function present(errors: Record<string, FieldErrorCode | undefined> = {}): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, code]) => code !== undefined));
}

function codeOf(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
