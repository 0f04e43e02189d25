import { waitingChoices } from '@zavet/contract/protocol/release-rules';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SelectField } from '../../../ui/select.tsx';
import type { FirstWaiting } from './public/protocol-port.ts';

/** How long letters wait, asked with the first contact. */
export function WaitingField({ waiting }: { waiting: FirstWaiting }) {
  const { t } = useTranslation(['contacts', 'protocol']);
  const formats = useFormats();
  return (
    <SelectField
      label={t('form.waiting')}
      help={t('form.waitingHelp')}
      value={String(waiting.hours)}
      options={waitingChoices.map((hours) => ({
        value: String(hours),
        label: hours === 0 ? t('protocol:noWaiting') : formats.hours(hours),
      }))}
      onChange={(event) => {
        const { value } = event.currentTarget;
        const hours = waitingChoices.find((one) => String(one) === value);
        if (hours !== undefined) waiting.setHours(hours);
      }}
    />
  );
}
