/** What other features may use of this one: to note interruptions, and to know of all of them. */
export { isDowntimeRecorded, recordHeartbeat } from './heartbeat.ts';
export {
  listInterruptionsAfter,
  noteInterruption,
  readSign,
  removeInterruption,
} from './interruption-repository.ts';
export { interruptions, workerSigns } from './interruption-tables.ts';
