import { ApiError } from '@zavet/contract/client';
import type { ErrorCode, FieldErrorCode } from '@zavet/contract/errors';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { refusalWords } from '../../platform/client/refusal-words.ts';

type FormErrors = Record<string, string>;

/** Names of the fields whose values have this type. */
type FieldOf<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never;
}[keyof Values] &
  string;

interface ContractFormOptions<Values, Given, Input> {
  /** Imported on first use, so that no screen waits for the schema library. */
  schema: () => Promise<ContractSchema<Given, Input>>;
  initialValues: Values;
  /** Maps the values to the input of the call; identity by default. */
  toInput?: (values: Values) => FormValues<Given>;
  /** Checks that the schema cannot express, made before the call. */
  check?: (values: Values) => Partial<Record<keyof Values & string, FieldErrorCode | undefined>>;
  submit: (input: Input) => Promise<unknown>;
  /** Called with the errors by field, found before or after the call. */
  onWrongFields?: (errors: Readonly<Record<string, string>>) => void;
  /** Error codes that belong to a field although the response names none. */
  fieldOfCode?: Partial<Record<ErrorCode, [field: keyof Values & string, error: FieldErrorCode]>>;
}

/** A form that lacks a field of the contract needs `toInput`. */
type NeedsToInput<Values, Given> =
  Values extends FormValues<Given>
    ? unknown
    : Required<Pick<ContractFormOptions<Values, Given, never>, 'toInput'>>;

const invalidInput = new ApiError(422, { error: { code: 'invalid_input' }, request_id: '' });

/**
 * A form for a schema of the contract: validates before the call, shows field errors of the
 * response at their fields, focuses the first invalid field, keeps all input, and prevents
 * concurrent submits.
 */
export function useContractForm<Values extends Record<string, unknown>, Given, Input>(
  options: ContractFormOptions<Values, Given, Input> & NeedsToInput<Values, Given>,
) {
  const [values, setAllValues] = useState(options.initialValues);
  const [errors, setErrors] = useState<FormErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const [attempt] = useState(oneAtATime);
  const isFocusDue = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  // The first invalid field can be found only after the render that marks the fields.
  useEffect(() => {
    if (!isFocusDue.current) return;
    isFocusDue.current = false;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });

  function showErrors(found: FormErrors, cause: unknown) {
    // An error without a known field is shown for the entire form, never dropped.
    if (!Object.keys(found).some((name) => name in values)) return setFailure(cause);
    setErrors(found);
    isFocusDue.current = true;
    options.onWrongFields?.(found);
  }

  function setValues(changed: Partial<Values>) {
    setAllValues((current) => ({ ...current, ...changed }));
    setErrors((current) => withoutFields(current, Object.keys(changed)));
  }

  async function submit() {
    setBusy(true);
    setFailure(undefined);
    try {
      const [parsed] = await Promise.all([
        parseInput(options.schema, options.toInput?.(values) ?? values),
        refusalWords.load(),
      ]);
      const issues = parsed.success ? [] : parsed.error.issues;
      const found = { ...definedErrors(options.check?.(values)), ...errorsOfIssues(issues) };
      if (!parsed.success || Object.keys(found).length > 0) return showErrors(found, invalidInput);
      await options.submit(parsed.data);
    } catch (error) {
      const fieldErrors = errorsOfResponse(error, options.fieldOfCode ?? {});
      showErrors(fieldErrors, error);
    } finally {
      setBusy(false);
    }
  }

  return {
    values,
    setValues,
    isBusy,
    /** The error of the call, unless it is shown at a field. */
    failure,
    isChanged: Object.entries(options.initialValues).some(
      ([name, first]) => values[name] !== first,
    ),
    reset: () => {
      setAllValues(options.initialValues);
      setErrors({});
      setFailure(undefined);
    },
    formProps: {
      ref: element,
      noValidate: true,
      onFocus: () => void options.schema().catch(() => {}),
      onSubmit: (event: { preventDefault(): void }) => {
        event.preventDefault();
        void attempt(submit);
      },
    },
    errorOf: (name: keyof Values & string) => errors[name],
    /** Props of a text field. */
    field: (name: FieldOf<Values, string>) => ({
      name,
      value: String(values[name] ?? ''),
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) =>
        setValues({ [name]: event.currentTarget.value } as Partial<Values>),
    }),
    /** Props of a check box. */
    check: (name: FieldOf<Values, boolean>) => ({
      name,
      checked: values[name] === true,
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        setValues({ [name]: event.currentTarget.checked } as Partial<Values>),
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

function errorsOfResponse(
  error: unknown,
  fieldOfCode: Partial<Record<ErrorCode, readonly [string, FieldErrorCode]>>,
): FormErrors {
  if (!(error instanceof ApiError)) return {};
  if (Object.keys(error.fields).length > 0) return { ...error.fields };
  const known = fieldOfCode[error.code];
  return known ? { [known[0]]: known[1] } : {};
}

function definedErrors(errors: Record<string, FieldErrorCode | undefined> = {}): FormErrors {
  const given = Object.entries(errors).filter((entry): entry is [string, FieldErrorCode] =>
    Boolean(entry[1]),
  );
  return Object.fromEntries(given);
}

function withoutFields(errors: FormErrors, names: string[]): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}

/** Returns a function that ignores a call while the previous call is running. */
export function oneAtATime(): (run: () => Promise<void>) => Promise<void> {
  let isRunning = false;
  return async (run) => {
    if (isRunning) return;
    isRunning = true;
    try {
      await run();
    } finally {
      isRunning = false;
    }
  };
}

export interface Issue {
  path: PropertyKey[];
  message: string;
}

/** A schema of the contract, whose messages are field error codes. */
export interface ContractSchema<Given, Input> {
  _zod: { input: Given };
  safeParse(
    value: unknown,
  ): { success: true; data: Input } | { success: false; error: { issues: Issue[] } };
}

/** The values of every field of the contract, including optional ones. A choice may be empty. */
export type FormValues<Given> = {
  readonly [Name in keyof Required<Given>]: FieldValue<Given[Name]>;
};

type FieldValue<Value> = Value extends readonly (infer Entry)[]
  ? readonly Entry[]
  : Value extends object
    ? Partial<Value>
    : Value extends string
      ? Value | ''
      : Value;

/**
 * Validates the input. If the code of the schema cannot be fetched, the form is sent unchecked: the
 * server validates as well and responds by field.
 */
export async function parseInput<Given, Input>(
  load: () => Promise<ContractSchema<Given, Input>>,
  typed: unknown,
): Promise<ReturnType<ContractSchema<Given, Input>['safeParse']>> {
  const schema = await load().catch(() => undefined);
  return schema ? schema.safeParse(typed) : { success: true, data: typed as Input };
}
