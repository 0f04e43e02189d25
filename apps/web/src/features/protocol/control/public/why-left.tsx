import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from '../protocol.module.css';
import { useOwnProtocol } from './own-protocol.ts';

/** Why an instruction is still in the outbox although the protocol runs. */
export function WhyLeft({ instructionId }: { instructionId: string }) {
  const { t } = useTranslation('protocol');
  const left = useOwnProtocol().data?.protocol?.left;
  const found = left?.find(({ instruction_id }) => instruction_id === instructionId);
  return found ? <p className={styles.quiet}>{t(`left.${found.reason}`)}</p> : null;
}
