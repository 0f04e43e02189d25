import { runWorker } from '../../apps/server/src/start/worker-process.ts';
import { killableCheckpoint } from './killable-checkpoint.ts';

runWorker(killableCheckpoint());
