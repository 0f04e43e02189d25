import { z } from 'zod';

/** One line of an answer: any number of them tell how far it is, the last one ends it. */
export const controlAnswer = z.union([
  z.object({ progress: z.string() }),
  z.object({ error: z.string() }),
  z.object({ result: z.unknown() }),
]);

export type ControlAnswer = z.output<typeof controlAnswer>;
