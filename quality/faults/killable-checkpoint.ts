import type { Checkpoint } from '../../apps/server/src/platform/checkpoint.ts';

/** At the n-th passing of this point, counted from now, the process is to die. */
export interface DeathOrder {
  point: string;
  passing: number;
}

/** Dies where the trial that started this process says, and with that trial. */
export function killableCheckpoint(): Checkpoint {
  let order: DeathOrder | undefined;
  process.on('message', (told: DeathOrder) => {
    order = told;
  });
  process.once('disconnect', die);
  process.channel?.unref();
  return (name) => {
    if (order?.point !== name) return;
    order.passing -= 1;
    if (order.passing === 0) die();
  };
}

/** Nothing runs after this: no handler, no rollback, no goodbye to anybody. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
