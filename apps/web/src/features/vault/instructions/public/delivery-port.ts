import type { ComponentType } from 'react';
import { createPort } from '../../../../platform/port.ts';

interface InstructionProps {
  instructionId: string;
}

/** The screens of instructions need this of the protocol, which is a higher domain. */
interface InstructionDelivery {
  /** Recipients of the letter and the history of each delivery. */
  Deliveries: ComponentType<InstructionProps>;
  /** The reason an instruction is still in the outbox while the protocol is active. */
  UnsentReason: ComponentType<InstructionProps>;
}

export const { Provider: InstructionDeliveryProvider, usePort: useInstructionDelivery } =
  createPort<InstructionDelivery>('InstructionDelivery');
