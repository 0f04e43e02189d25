import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import { paperCodeLength, parsePaperCode } from '@zavet/contract/protocol/release-rules';
import type { VetoInput } from '@zavet/contract/protocol/veto-endpoints';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, TextLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { Trans } from '../../../../ui/language/trans.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import styles from './veto.module.css';
import { fetchVetoDescription } from './veto-requests.ts';

interface PaperCodeProps {
  onCodeAccepted: (input: VetoInput) => void;
}

/** The veto page when opened without a mailed link. */
export function PaperCodePage({ onCodeAccepted }: PaperCodeProps) {
  const { t } = useTranslation('veto');
  return (
    <Page title={t('code.title')} tabTitle={t('tabTitle')} lead={t('code.lead')} width="text">
      <Card>
        <PaperCodeForm onCodeAccepted={onCodeAccepted} submitKind="primary" />
        <p className={styles.quiet}>
          <Trans t={t} i18nKey="code.without" components={{ link: <AccountLink /> }} />
        </p>
      </Card>
    </Page>
  );
}

/** Shown if a link can veto nothing: opening /stop in the same tab would reuse that link. */
export function PaperCodeEntry({ onCodeAccepted }: PaperCodeProps) {
  return (
    <Card>
      <PaperCodeForm onCodeAccepted={onCodeAccepted} submitKind="quiet" />
    </Card>
  );
}

interface PaperCodeFormProps extends PaperCodeProps {
  submitKind: 'primary' | 'quiet';
}

/** Loads the attempts that a code would veto; vetoes nothing. */
function PaperCodeForm({ onCodeAccepted, submitKind }: PaperCodeFormProps) {
  const { t } = useTranslation('veto');
  const client = useQueryClient();
  const fieldRef = useRef<HTMLDivElement>(null);
  const [typedCode, setTypedCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    if (isUnknown) fieldRef.current?.querySelector('input')?.focus();
  }, [isUnknown]);

  async function submit() {
    if (isBusy) return;
    const code = parsePaperCode(typedCode);
    setFailure(undefined);
    setUnknown(code === undefined);
    if (code === undefined) return;
    const input = { code };
    setBusy(true);
    try {
      await fetchVetoDescription(client, input);
      onCodeAccepted(input);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'veto_code_unknown') setUnknown(true);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div ref={fieldRef}>
        <Field
          label={t('code.field')}
          help={t('code.help', { length: paperCodeLength })}
          error={isUnknown ? 'veto_code_unknown' : undefined}
          value={typedCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            setTypedCode(event.currentTarget.value);
            setUnknown(false);
          }}
        />
      </div>
      <FormFailure failure={failure} title={t('loadFailed')} />
      <div>
        <Button type="submit" kind={submitKind} loading={isBusy}>
          {t('code.submit')}
        </Button>
      </div>
    </Form>
  );
}

function AccountLink({ children }: { children?: ReactNode }) {
  return <TextLink to="/dashboard">{children}</TextLink>;
}
