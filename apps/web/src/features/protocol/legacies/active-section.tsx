import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import type { WithheldContactState } from '@zavet/contract/protocol/protocol-values';
import { useId } from 'react';
import type { OutputOf } from '../../../platform/client/api.ts';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { IconMail, IconMailOpened } from '../../../ui/more-icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DeliveryMeter } from '../control/public/own-protocol.tsx';
import styles from './legacies.module.css';
import { useActivation } from './legacy-queries.ts';
import { UnreachedRecipients } from './unreached-recipients.tsx';

/** Shown after the release: progress, letters for the user and undelivered letters. */
export function ActiveSection({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const { activation } = legacy;
  const activatedAt = activation?.activated_at ?? legacy.protocol_activated_at;
  return (
    <>
      {activatedAt && (
        <p>
          {t(activation?.is_mine ? 'active.byMe' : 'active.byOther', {
            date: formats.dateTime(activatedAt),
          })}
        </p>
      )}
      {activation && <DeliveryMeter progress={activation.progress} />}
      {legacy.instruction_count > 0 ? (
        <ReceivedInstructions legacy={legacy} />
      ) : (
        <p className={styles.quiet}>{t('received.none')}</p>
      )}
      {activation?.is_mine && activation.progress.accepted < activation.progress.total && (
        <UnreachedRecipients legacy={legacy} activationId={activation.id} />
      )}
      {activation?.is_mine && activation.progress.withheld > 0 && (
        <WithheldContacts legacy={legacy} activationId={activation.id} />
      )}
    </>
  );
}

/** Letters for the user, each opened on its own page. */
function ReceivedInstructions({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const headingId = useId();
  const query = useEndpoint(
    'listReceivedInstructions',
    { params: { id: legacy.trusted_contact_id } },
    // Refetches after returning from a letter, to show it as opened.
    { staleTime: 0 },
  );
  const open = useMutationOf('openReceivedInstruction', {
    onSuccess: ({ delivery_id: id }) =>
      window.location.assign(`/delivery/${id}?letter=${id}&from=trusted-legacies`),
  });
  const describe = useErrorText();
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <Heading level={3} id={headingId}>
        {t('received.title')}
      </Heading>
      {open.isError && (
        <Notice kind="error" announced title={t('received.openFailed')}>
          {describe(open.error)}
        </Notice>
      )}
      <Loaded query={query} lines={2} failed={t('received.loadFailed')}>
        {({ instructions }) => (
          <ul className={styles.rows}>
            {instructions.map((instruction) => (
              <ReceivedInstructionRow
                key={instruction.delivery_id}
                instruction={instruction}
                isOpening={open.isPending && open.variables.params.id === instruction.delivery_id}
                onOpen={() => open.mutate({ params: { id: instruction.delivery_id } })}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

type ReceivedInstruction = OutputOf<'listReceivedInstructions'>['instructions'][number];

interface ReceivedInstructionRowProps {
  instruction: ReceivedInstruction;
  isOpening: boolean;
  onOpen: () => void;
}

function ReceivedInstructionRow({ instruction, isOpening, onOpen }: ReceivedInstructionRowProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const { file_count: fileCount, opened_at: openedAt, expires_at: expiresAt } = instruction;
  const { is_expired: isExpired, is_recalled: isRecalled } = instruction;
  if (isRecalled) return <RecalledRow />;
  const title = instruction.title ?? t('received.damaged');
  const Icon = openedAt ? IconMailOpened : IconMail;
  return (
    <li className={styles.row}>
      <Icon size={24} className={styles.icon} aria-hidden />
      <div className={styles.about}>
        <strong>{title}</strong>
        <span className={styles.quiet}>
          {fileCount > 0 && `${t('received.files', { count: fileCount })} · `}
          {openedAt
            ? t('received.opened', { date: formats.date(openedAt) })
            : t('received.unopened')}
        </span>
        <span className={styles.quiet}>
          {t(isExpired ? 'received.expired' : 'received.until', { date: formats.date(expiresAt) })}
        </span>
      </div>
      {!isExpired && (
        <Button
          kind="quiet"
          loading={isOpening}
          aria-label={t('received.openNamed', { title })}
          onClick={onOpen}
        >
          {t('received.open')}
        </Button>
      )}
    </li>
  );
}

/** A letter that the owner closed; its title is not shown. */
function RecalledRow() {
  const { t } = useTranslation('legacies');
  return (
    <li className={styles.row}>
      <IconMail size={24} className={styles.icon} aria-hidden />
      <div className={styles.about}>
        <strong>{t('received.recalledTitle')}</strong>
        <span className={styles.quiet}>{t('received.recalled')}</span>
      </div>
    </li>
  );
}

const tones: Record<WithheldContactState, Tone> = {
  asked: 'gold',
  declined: 'plain',
  no_answer: 'plain',
  not_reached: 'red',
};

interface WithheldContactsProps {
  legacy: LegacyView;
  activationId: string;
}

/** Contacts whose letters are withheld until they confirm, shown to the initiator. */
function WithheldContacts({ legacy, activationId }: WithheldContactsProps) {
  const { t } = useTranslation('legacies');
  const headingId = useId();
  const people = useActivation(legacy, activationId).data?.left_out ?? [];
  if (people.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <Heading level={3} id={headingId}>
        {t('leftOut.title')}
      </Heading>
      <p className={styles.quiet}>{t('leftOut.text')}</p>
      <ul className={styles.rows}>
        {people.map(({ contact_id: id, name, letters, state }) => (
          <li className={styles.unreached} key={id}>
            <div className={styles.head}>
              <strong>{name}</strong>
              <Badge tone={tones[state]}>{t(`leftOut.badge.${state}`)}</Badge>
            </div>
            <p className={styles.quiet}>{t(`leftOut.${state}`)}</p>
            <p className={styles.quiet}>{t('lettersFor', { count: letters })}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
