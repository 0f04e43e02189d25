import { runServer } from '../../apps/server/src/start/serve-process.ts';
import { killableCheckpoint } from './killable-checkpoint.ts';

runServer(killableCheckpoint());
