import type { LetterRow } from '@zavet/contract/desk/letter-endpoints';
import { useState } from 'react';
import { useEndpointPages } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form, FormFailure } from '../../../ui/form/form.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import styles from './desk.module.css';
import { InvolvedNotice, MorePages } from './desk-parts.tsx';
import { useMutationWithCode } from './operator-code.tsx';

/** Lists the undelivered letters, oldest first. */
export function LettersTab() {
  const { t } = useTranslation('desk-letters');
  const pages = useEndpointPages('listLetters', {});
  return (
    <SectionCard title={t('title')} lead={t('lead')}>
      <Loaded query={pages} lines={6}>
        {(data) => {
          const letters = data.pages.flatMap((page) => page.letters);
          if (letters.length === 0) return <p className={styles.quiet}>{t('none')}</p>;
          return (
            <ul className={styles.letters}>
              {letters.map((letter) => (
                <LetterItem key={letter.id} letter={letter} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <MorePages pages={pages} />
    </SectionCard>
  );
}

function LetterItem({ letter }: { letter: LetterRow }) {
  const { t } = useTranslation('desk-letters');
  const { owner, contact, state, refusal } = letter;
  return (
    <li className={styles.letter}>
      <div className={styles.head}>
        <h3 className={styles.strong}>
          {contact ? `${contact.name}, ${contact.email}` : t('further')}
        </h3>
        <Badge tone={state === 'unreachable' ? 'red' : 'gold'}>{t(`states.${state}`)}</Badge>
      </div>
      <p className={styles.quiet}>
        {t('from', { owner: owner.name ? `${owner.name}, ${owner.email}` : owner.email })}
      </p>
      <p>
        {letter.is_bounced && `${t('bounced')} `}
        {t(`refusals.${refusal}`)}
      </p>
      <LetterFacts letter={letter} />
      {letter.is_involved ? <InvolvedNotice /> : <LetterActions letter={letter} />}
    </li>
  );
}

function LetterFacts({ letter }: { letter: LetterRow }) {
  const { t } = useTranslation('desk-letters');
  const formats = useFormats();
  const { smtp_code, next_try_at } = letter;
  return (
    <FactList
      facts={[
        { name: t('facts.letters'), value: letter.letters },
        { name: t('facts.since'), value: formats.dateTime(letter.refused_since) },
        {
          name: t('facts.tries'),
          value: t('facts.triesText', {
            count: letter.tries,
            time: formats.dateTime(letter.last_tried_at),
          }),
        },
        ...(next_try_at ? [{ name: t('facts.next'), value: formats.dateTime(next_try_at) }] : []),
        ...(smtp_code ? [{ name: t('facts.code'), value: smtp_code }] : []),
        { name: t('facts.corrector'), value: <Corrector letter={letter} /> },
      ]}
    />
  );
}

/** Shows who can correct the address, or that it was corrected. */
function Corrector({ letter }: { letter: LetterRow }) {
  const { t } = useTranslation('desk-letters');
  const { activator, corrected_by, is_corrected } = letter;
  const named = [activator.name, activator.email].filter(Boolean).join(', ');
  const person = named || t('activator.unnamed');
  const stage = activator.is_contact ? activator.account : 'removed';
  return (
    <>
      <p>{t(`activator.${stage}`, { person })}</p>
      <p className={styles.quiet}>{t(is_corrected ? 'corrected' : `correctors.${corrected_by}`)}</p>
    </>
  );
}

function LetterActions({ letter: { id, corrected_by, is_under_way } }: { letter: LetterRow }) {
  const { t } = useTranslation('desk-letters');
  const describe = useErrorText();
  const retry = useMutationOf('retryLetter');
  const [isCorrecting, setCorrecting] = useState(false);
  const retryLetter = () =>
    retry.mutate({ params: { id } }, { onSuccess: () => toasts.success(t('tryAgain.done')) });
  if (is_under_way) return <p className={styles.quiet}>{t('underWay')}</p>;
  return (
    <>
      {retry.isError && (
        <Notice kind="error" announced title={t('tryAgain.failed')}>
          {describe(retry.error)}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button kind="quiet" loading={retry.isPending} onClick={retryLetter}>
          {t('tryAgain.submit')}
        </Button>
        {corrected_by === 'operator' && (
          <Button kind="quiet" onClick={() => setCorrecting(true)}>
            {t('correct.open')}
          </Button>
        )}
      </div>
      {isCorrecting && <CorrectionDialog id={id} onClose={() => setCorrecting(false)} />}
    </>
  );
}

interface CorrectionDialogProps {
  id: string;
  onClose: () => void;
}

/** Corrects the address of a letter whose activating contact no longer exists. */
function CorrectionDialog({ id, onClose }: CorrectionDialogProps) {
  const { t } = useTranslation('desk-letters');
  const correct = useMutationWithCode('correctLetterAddress');
  const form = useContractForm({
    schema: async () =>
      (await import('@zavet/contract/desk/letter-endpoints')).correctedLetterAddress,
    initialValues: { recipient_email: '' },
    submit: async (body) => {
      if (!(await correct.mutateAsync({ params: { id }, body }))) return;
      toasts.success(t('correct.done'));
      onClose();
    },
  });
  const close = () => {
    if (!form.isBusy) onClose();
  };
  return (
    <Dialog isOpen title={t('correct.title')} onClose={close}>
      <p>{t('correct.lead')}</p>
      <Form {...form.formProps}>
        <Field
          {...form.field('recipient_email')}
          label={t('correct.email')}
          help={t('correct.help')}
          type="email"
          autoComplete="off"
          aria-required
          data-autofocus
        />
        <FormFailure failure={form.failure} title={t('correct.failed')} />
        <div className={styles.actions}>
          <Button type="submit" loading={form.isBusy}>
            {t('correct.submit')}
          </Button>
          <Button kind="quiet" disabled={form.isBusy} onClick={close}>
            {t('correct.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
