import type { SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { useEffect, useRef, useState } from 'react';
import { updateCached } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { privateStorage } from '../../../platform/storage/private-storage.ts';
import { useStoredDraft } from '../../../platform/storage/use-stored-draft.ts';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { KeptMessage, type MessageDraft } from './kept-message.ts';
import { type SupportTopic, sendFailureOf, withRequest } from './support-rules.ts';
import {
  type Attempt,
  attemptFor,
  changedValues,
  emptyValues,
  isAttemptOf,
  startingValues,
  valuesAfterSending,
  withTopic,
} from './support-values.ts';

/** The form of a message: typed, kept in this browser, sent once however often it is tried. */
export function useSupportForm(writer: ProfileView, topic: SupportTopic | undefined) {
  const { t } = useTranslation('support');
  const send = useMutationOf('sendSupportEmail', {
    show: (client, { request }) =>
      updateCached(client, 'getSupport', {}, (support) => withRequest(support, request)),
  });
  const [sent, setSent] = useState<SupportRequestView>();

  const [begun] = useState(() => {
    const kept = new KeptMessage(privateStorage, writer.user_id);
    const empty = emptyValues(writer);
    const draft = kept.find();
    const ofTopic = topic && withTopic(empty, topic, t(`topics.${topic}`));
    const values = startingValues(empty, ofTopic, draft?.values);
    const isRestored = draft !== undefined && values !== ofTopic;
    const attempt = isRestored && draft.draft_id ? { draft_id: draft.draft_id, values } : undefined;
    return { kept, empty, values, isRestored, attempt };
  });
  const { kept, empty } = begun;
  const [attempt, setAttempt] = useState<Attempt | undefined>(begun.attempt);
  const [isRestored, setRestored] = useState(begun.isRestored);
  /** What nobody has typed. */
  const [given, setGiven] = useState(begun.isRestored ? empty : begun.values);

  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/support-endpoints')).supportInput,
    initialValues: begun.values,
    // The id is made when it is sent.
    toInput: (values) => ({ ...values, draft_id: undefined }),
    onWrongFields: () => setSent(undefined),
    submit: async (body) => {
      const written = form.values;
      const tried = attemptFor(written, attempt, () => crypto.randomUUID());
      setAttempt(tried);
      setSent(undefined);
      const { draft_id } = tried;
      const { request } = await send
        .mutateAsync({ body: { ...body, draft_id } })
        .catch((error: unknown) => {
          // Without a session this screen goes away, and the reason with it.
          if (sendFailureOf(error) === 'notSignedIn') toasts.error(t('form.notSignedIn'));
          throw error;
        });
      kept.forgetSent(draft_id);
      setAttempt(undefined);
      setRestored(false);
      setGiven(empty);
      form.setValues(valuesAfterSending(typed.current, written, empty));
      setSent(request);
    },
  });
  const { values } = form;

  // A call that takes its time ends with what is typed then, not with what was typed when it began.
  const typed = useRef(values);
  useEffect(() => {
    typed.current = values;
  });

  const isChanged = changedValues(values, given) !== undefined;
  const changed = isChanged ? changedValues(values, empty) : undefined;
  const draft_id = attempt && isAttemptOf(attempt, values) ? attempt.draft_id : undefined;
  const { hasRoom } = useStoredDraft({
    keep: (message: MessageDraft) => kept.keep(message),
    forget: () => kept.forget(),
    wasRestored: begun.isRestored,
    draft: changed && { values: changed, draft_id },
  });

  return { form, sent, isChanged, isRestored, hasRoom };
}
