import { ApiError } from '@zavet/contract/client';
import { useEffect } from 'react';
import { useObservable } from '../../../../platform/state/observable.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { isConnectionFailure } from '../../../../ui/error-text.ts';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from '../desk/desk.module.css';
import { CodeField } from './code-field.tsx';
import { type CodeQuestion, operatorCode } from './operator-code.ts';

/** Asks for a fresh code, for whichever tab acts. */
export function CodeDialog() {
  const question = useObservable(operatorCode);
  // A desk that is left leaves nobody waiting.
  useEffect(() => () => operatorCode.state()?.end({ kind: 'cancelled' }), []);
  return question ? <Question question={question} /> : null;
}

function Question({ question }: { question: CodeQuestion }) {
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
        <div className={styles.actions}>
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
