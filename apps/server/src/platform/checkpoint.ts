/**
 * A named boundary between two steps that must survive being parted. Nothing happens here, except
 * in a trial that kills the process at one of them.
 */
export type Checkpoint = (name: string) => void;

export const noCheckpoint: Checkpoint = () => {};
