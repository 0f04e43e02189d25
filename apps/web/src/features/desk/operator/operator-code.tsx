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
  /** Replaces the default title. */
  title?: string;
  lead?: string;
  /** Errors about the code keep the prompt open; other errors close it. */
  run: (code: string) => Promise<void>;
  close: (outcome: Outcome) => void;
}

type Outcome = { kind: 'done' } | { kind: 'cancelled' } | { kind: 'failed'; error: unknown };

/** The pending prompt for a fresh one-time code. The screen behind it keeps its input. */
class OperatorCode extends Observable<CodePrompt | undefined> {
  constructor() {
    super(undefined);
  }

  /**
   * Asks for a code and runs the action with it. Returns undefined if the operator cancels. Asks
   * again after a wrong code; other errors are thrown.
   */
  withCode<Result>(
    action: (code: string) => Promise<Result>,
    texts: PromptTexts = {},
  ): Promise<{ result: Result } | undefined> {
    this.state()?.close({ kind: 'cancelled' });
    return new Promise((resolve, reject) => {
      let done: { result: Result } | undefined;
      this.setState({
        ...texts,
        run: async (code) => {
          done = { result: await action(code) };
        },
        close: (outcome) => {
          this.setState(undefined);
          if (outcome.kind === 'failed') reject(outcome.error);
          else resolve(outcome.kind === 'done' ? done : undefined);
        },
      });
    });
  }
}

export const operatorCode = new OperatorCode();

/** Endpoints that require a fresh code. */
type CodeEndpoint = {
  [Name in EndpointName]: InputOf<Name> extends { body: { code: string } } ? Name : never;
}[EndpointName];

type CodelessBody<Name extends CodeEndpoint> =
  InputOf<Name> extends { body: infer Body } ? Omit<Body, 'code'> : never;

type InputWithoutCode<Name extends CodeEndpoint> = Omit<InputOf<Name>, 'body'> &
  (Record<never, never> extends CodelessBody<Name> ? unknown : { body: CodelessBody<Name> }) & {
    /** Replace the texts that were passed to the hook. */
    texts?: PromptTexts;
  };

export type PromptTexts = Pick<CodePrompt, 'title' | 'lead'>;

/**
 * Like `useMutationOf`, but asks for a code first. Resolves to undefined, without an invalidation,
 * if the operator cancels.
 */
export function useMutationWithCode<Name extends CodeEndpoint>(name: Name, texts?: PromptTexts) {
  return useMutation<{ result: OutputOf<Name> } | undefined, Error, InputWithoutCode<Name>>({
    mutationFn: (input) => {
      const { body, texts: ownTexts, ...rest } = input as { body?: object; texts?: PromptTexts };
      return operatorCode.withCode(
        (code) => call(name, { ...rest, body: { ...body, code } }),
        ownTexts ?? texts,
      );
    },
    onSettled: (done, error, _input, _result, { client }) => {
      if (error) void invalidateAfter(client, name, { hasFailed: true });
      return done && invalidateAfter(client, name);
    },
  });
}

/** Shows the pending prompt of any tab. */
export function CodeDialog() {
  const prompt = useObservable(operatorCode);
  // Cancels a pending prompt when the operator leaves the desk.
  useEffect(() => () => operatorCode.state()?.close({ kind: 'cancelled' }), []);
  return prompt ? <PromptDialog prompt={prompt} /> : null;
}

function PromptDialog({ prompt }: { prompt: CodePrompt }) {
  const { t } = useTranslation('desk');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/desk-endpoints')).codeInput,
    initialValues: { code: '' },
    submit: async ({ code }) => {
      try {
        await prompt.run(code);
      } catch (error) {
        if (isCodeError(error) || isConnectionFailure(error)) throw error;
        return prompt.close({ kind: 'failed', error });
      }
      prompt.close({ kind: 'done' });
    },
  });
  const cancel = () => {
    if (!form.isBusy) prompt.close({ kind: 'cancelled' });
  };
  return (
    <Dialog isOpen title={prompt.title ?? t('code.title')} onClose={cancel}>
      <p>{prompt.lead ?? t('code.lead')}</p>
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

function isCodeError(error: unknown): boolean {
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
