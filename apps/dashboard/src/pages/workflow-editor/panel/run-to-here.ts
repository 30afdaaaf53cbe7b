/** Runs the draft up to a block. Null: nothing here can run it. */
import { createContext, useContext } from 'react';

export type RunToHere = (blockId: string) => void;

export const RunToHereContext = createContext<RunToHere | null>(null);

export const useRunToHere = (): RunToHere | null => useContext(RunToHereContext);
