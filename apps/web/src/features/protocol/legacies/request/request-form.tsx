import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import { useId } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { TextAreaField } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { ChosenDocuments } from './chosen-documents.tsx';
import { DocumentPicker } from './document-picker.tsx';
import styles from './request.module.css';
import { useRequestForm } from './use-request-form.ts';
import { RequestSteps } from './what-follows.tsx';

interface RequestFormProps {
  legacy: LegacyView;
  userId: string;
  onFiled: (requestId: string, documents: readonly File[]) => void;
}

/** What happened, in the contact's own words, and the documents that show it. */
export function RequestForm({ legacy, userId, onFiled }: RequestFormProps) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const counterId = useId();
  const { form, choice, chosen, removeChosen, isRestored, hasRoom } = useRequestForm({
    legacy,
    userId,
    onFiled,
  });
  const used = form.values.explanation.length;
  const { explanationMaxLength: limit } = requestTerms;
  const isBegun = form.values.explanation.trim() !== '' || chosen.length > 0;
  return (
    <>
      <Card>
        <Form {...form.formProps}>
          {legacy.request && <p>{t(`reasons.${legacy.request.reason}`)}</p>}
          {isRestored && <Notice>{t('form.restored')}</Notice>}
          <div>
            <TextAreaField
              {...form.field('explanation')}
              label={t('form.explanation')}
              help={t('form.explanationHelp')}
              className={styles.text}
              aria-required
              aria-describedby={counterId}
            />
            <p id={counterId} className={styles.counter} data-over={used > limit || undefined}>
              {t('form.counter', { used: formats.number(used), limit: formats.number(limit) })}
            </p>
          </div>
          <div className={styles.stack}>
            <Heading level={2} size="row">
              {t('documents.title')}
            </Heading>
            <p className={styles.quiet}>{t('documents.which')}</p>
            <ChosenDocuments chosen={chosen} onRemove={removeChosen} />
            <DocumentPicker choice={choice} present={chosen.map(({ file }) => file)} />
          </div>
          <FormFailure failure={form.failure} title={t('form.failed')} />
          <div>
            <Button type="submit" loading={form.isBusy}>
              {t('form.submit')}
            </Button>
          </div>
        </Form>
      </Card>
      <RequestSteps legacy={legacy} />
      <LeaveGuard
        isChanged={isBegun}
        title={t('form.leaveTitle')}
        text={chosen.length > 0 ? t('form.leaveDocuments') : hasRoom ? t('form.leave') : undefined}
        signOutText={t('form.leaveSignOut')}
      />
    </>
  );
}
