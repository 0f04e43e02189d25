import { runWorker } from '../../apps/server/src/worker-process.ts';
import { killableCheckpoint } from './killable-checkpoint.ts';

runWorker(killableCheckpoint());
