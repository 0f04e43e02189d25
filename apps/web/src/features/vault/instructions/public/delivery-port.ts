import type { ComponentType } from 'react';
import { createPort } from '../../../../platform/port.ts';

interface InstructionProps {
  instructionId: string;
}

/** Components of the protocol, a higher domain, that the instruction screens render. */
interface InstructionDelivery {
  /** Recipients of the letter and the history of each delivery. */
  Deliveries: ComponentType<InstructionProps>;
  /** The reason an instruction is still in the outbox while the protocol is active. */
  UnsentReason: ComponentType<InstructionProps>;
}

export const { Provider: InstructionDeliveryProvider, usePort: useInstructionDelivery } =
  createPort<InstructionDelivery>('InstructionDelivery');
