import { proposedWaitingHours, type WaitingHours } from '@zavet/contract/protocol/release-rules';
import { type ComponentProps, Suspense, useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { loadTexts } from '../../../../ui/language/i18n.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { lazyComponent } from '../../../../ui/lazy-component.tsx';
import { Skeleton } from '../../../../ui/loading.tsx';
import type {
  AttemptNoticeProps,
  ContactsProtocolProvider,
  FirstWaitingPeriod,
} from '../../../people/contacts/public/protocol-port.ts';
import { useOwnProtocol } from './own-protocol.tsx';

/** Implements the port of the contact screens. */
export const contactsProtocolPort: ComponentProps<typeof ContactsProtocolProvider>['value'] = {
  useStarterIds,
  usePrefetchSettings: (hasNoContacts) => {
    useEndpoint('getProtocolRules', {}, { enabled: hasNoContacts });
  },
  useFirstWaitingPeriod,
  AttemptNotice,
};

function useStarterIds(): string[] | undefined {
  const { data, isPending } = useOwnProtocol();
  if (isPending) return undefined;
  return (data?.attempts ?? []).map(({ contact_id }) => contact_id).filter((id) => id !== null);
}

function useFirstWaitingPeriod(isFirstContact: boolean): FirstWaitingPeriod {
  const { data: rules, refetch } = useEndpoint('getProtocolRules', {}, { enabled: isFirstContact });
  const saveRules = useMutationOf('setProtocolRules');
  const [hours, setHours] = useState<WaitingHours>(proposedWaitingHours);
  const [saved, setSaved] = useState<WaitingHours>();
  // Shown also while the rules load, to keep the layout stable, and after a save from this form.
  const isShown = isFirstContact && (saved !== undefined || rules?.is_chosen !== true);

  async function save(): Promise<boolean> {
    if (!isShown || saved === hours) return true;
    try {
      const current = rules ?? (await refetch({ throwOnError: true })).data;
      if (current?.is_chosen && saved === undefined) return true;
      await saveRules.mutateAsync({
        body: { waiting_hours: hours, needs_second: current?.needs_second ?? false },
      });
      setSaved(hours);
      return true;
    } catch {
      return false;
    }
  }

  return { isShown, hours, setHours, save };
}

const LazyContactAttempt = lazyComponent(async () => {
  const [{ ContactAttempt }] = await Promise.all([
    import('../veto/attempts-notice.tsx'),
    loadTexts('veto'),
  ]);
  return ContactAttempt;
});

const VetoedContact = lazyComponent(
  async () => (await import('../veto/vetoed-contacts.tsx')).VetoedContact,
);

function AttemptNotice({ contactId, isConfirmed, onRemove }: AttemptNoticeProps) {
  const { attempts = [], vetoed_contacts = [] } = useOwnProtocol().data ?? {};
  const attempt = isConfirmed && attempts.find(({ contact_id }) => contact_id === contactId);
  const vetoed = vetoed_contacts.find(({ id }) => id === contactId);
  return (
    <>
      {attempt && (
        <LazyContactAttempt
          attempt={attempt}
          attempts={attempts}
          waiting={<Skeleton height="224px" />}
        />
      )}
      {vetoed && (
        <Suspense>
          <VetoedContact contact={vetoed} removeControl={<RemoveButton onRemove={onRemove} />} />
        </Suspense>
      )}
    </>
  );
}

function RemoveButton({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation('veto');
  return (
    <Button kind="quietDanger" onClick={onRemove}>
      {t('decision.remove')}
    </Button>
  );
}
