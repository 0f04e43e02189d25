import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import type { EndpointName } from '@zavet/contract/endpoints';
import { type ComponentProps, useEffect } from 'react';
import { call, type InputOf, type OutputOf } from '../../../platform/client/api.ts';
import { invalidateAfter } from '../../../platform/queries/invalidation.ts';
import { Observable, useObservable } from '../../../platform/state/observable.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { isConnectionFailure } from '../../../ui/error-text.ts';
import { Field } from '../../../ui/field.tsx';
import { Form, FormFailure } from '../../../ui/form/form.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './desk.module.css';

interface CodePrompt {
  /** What will be done, where the general words are not enough. */
  title?: string;
  lead?: string;
  /** Does it; what it throws is either about the code or ends the question. */
  run: (code: string) => Promise<void>;
  /** The question is over, by an answer or without one. */
  end: (outcome: Outcome) => void;
}

type Outcome = { kind: 'done' } | { kind: 'cancelled' } | { kind: 'failed'; error: unknown };

/**
 * The one place where a fresh one-time code is asked for. A screen hands over the act that needs the
 * code; whatever is typed on the screen stays as it is.
 */
class OperatorCode extends Observable<CodePrompt | undefined> {
  constructor() {
    super(undefined);
  }

  /**
   * Asks for a code and acts with it. Undefined where the operator decides otherwise. A wrong code is
   * told in the dialog and asked for again; any other failure is thrown to the screen.
   */
  withCode<Result>(
    act: (code: string) => Promise<Result>,
    words: Pick<CodePrompt, 'title' | 'lead'> = {},
  ): Promise<{ result: Result } | undefined> {
    this.state()?.end({ kind: 'cancelled' });
    return new Promise((resolve, reject) => {
      let done: { result: Result } | undefined;
      this.become({
        ...words,
        run: async (code) => {
          done = { result: await act(code) };
        },
        end: (outcome) => {
          this.become(undefined);
          if (outcome.kind === 'failed') reject(outcome.error);
          else resolve(outcome.kind === 'done' ? done : undefined);
        },
      });
    });
  }
}

export const operatorCode = new OperatorCode();

/** The acts of operators that take a fresh code. */
type CodedName = {
  [Name in EndpointName]: InputOf<Name> extends { body: { code: string } } ? Name : never;
}[EndpointName];

type Body<Name extends CodedName> =
  InputOf<Name> extends { body: infer Given } ? Omit<Given, 'code'> : never;

type Given<Name extends CodedName> = Omit<InputOf<Name>, 'body'> &
  (Record<never, never> extends Body<Name> ? unknown : { body: Body<Name> }) & {
    /** Instead of those that the hook was given. */
    words?: PromptTexts;
  };

export type PromptTexts = Pick<CodePrompt, 'title' | 'lead'>;

/**
 * The same as `useMutationOf` for an act that asks for a code first. Undefined, and nothing is
 * stale, where the operator cancels.
 */
export function useMutationWithCode<Name extends CodedName>(name: Name, words?: PromptTexts) {
  return useMutation<{ result: OutputOf<Name> } | undefined, Error, Given<Name>>({
    mutationFn: (given) => {
      const { body, words: own, ...input } = given as { body?: object; words?: PromptTexts };
      return operatorCode.withCode(
        (code) => call(name, { ...input, body: { ...body, code } }),
        own ?? words,
      );
    },
    onSettled: (done, error, _given, _result, { client }) => {
      if (error) void invalidateAfter(client, name, { hasFailed: true });
      return done && invalidateAfter(client, name);
    },
  });
}

/** Asks for a fresh code, for whichever tab acts. */
export function CodeDialog() {
  const question = useObservable(operatorCode);
  // A desk that is left leaves nobody waiting.
  useEffect(() => () => operatorCode.state()?.end({ kind: 'cancelled' }), []);
  return question ? <Question question={question} /> : null;
}

function Question({ question }: { question: CodePrompt }) {
  const { t } = useTranslation('desk');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/desk-endpoints')).codeInput,
    initialValues: { code: '' },
    submit: async ({ code }) => {
      try {
        await question.run(code);
      } catch (error) {
        if (isAboutCode(error) || isConnectionFailure(error)) throw error;
        return question.end({ kind: 'failed', error });
      }
      question.end({ kind: 'done' });
    },
  });
  const cancel = () => {
    if (!form.isBusy) question.end({ kind: 'cancelled' });
  };
  return (
    <Dialog isOpen title={question.title ?? t('code.title')} onClose={cancel}>
      <p>{question.lead ?? t('code.lead')}</p>
      <Form {...form.formProps}>
        <CodeField {...form.field('code')} />
        <FormFailure failure={form.failure} />
        <div className={styles.formActions}>
          <Button type="submit" loading={form.isBusy}>
            {t('code.submit')}
          </Button>
          <Button kind="quiet" disabled={form.isBusy} onClick={cancel}>
            {t('code.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function isAboutCode(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'operator_code_locked' || Object.keys(error.fields).join() === 'code';
}

type CodeFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'help'>;

export function CodeField(props: CodeFieldProps) {
  const { t } = useTranslation('desk');
  return (
    <Field
      {...props}
      label={t('code.label')}
      help={t('code.help')}
      inputMode="numeric"
      autoComplete="one-time-code"
      data-autofocus
    />
  );
}
